import { afterEach, describe, expect, it } from '@jest/globals';
import { readS3Address, testS3Servers } from '@cairn/services';
import { aBlob, until } from '@cairn/testkit';
import { MinioBlobAddresses } from './bucket.js';
import { MinioBlobStore } from './minio-blob-store.js';

const options = {
  host: 's3.example.org',
  tls: true,
  region: 'eu-1',
  bucket: 'photos',
  prefix: 'cairn/',
  accessKey: 'KEY',
  secretKey: 'a-secret-that-nobody-may-read',
};
const terms = {
  seconds: 300,
  area: 'originals',
  contentType: 'image/webp',
  disposition: `inline; filename="caf? 'n.webp"; filename*=UTF-8''caf%C3%A9%20'n.webp`,
  cacheControl: 'public, max-age=60',
} as const;

describe('the address of a blob', () => {
  it('is signed for a limited time, without a request and without the secret', async () => {
    const address = await new MinioBlobAddresses(options).addressOf('Key1', terms);
    const { origin, pathname, searchParams } = new URL(address);
    expect(origin + pathname).toBe('https://s3.example.org/photos/cairn/blobs/Key1');
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect(searchParams.get('X-Amz-Credential')).toMatch(/^KEY\/\d{8}\/eu-1\/s3\/aws4_request$/);
    expect(searchParams.get('response-content-disposition')).toBe(terms.disposition);
    expect(address).not.toContain(options.secretKey);
  });

  it('is one in the area of the blob', async () => {
    const address = await new MinioBlobAddresses(options).addressOf('Key1', {
      ...terms,
      area: 'derivatives',
    });
    expect(new URL(address).pathname).toBe('/photos/cairn/derivatives/Key1');
  });

  it.each([
    ['http://files.example.org:9000', 'http://files.example.org:9000/'],
    ['https://files.example.org/', 'https://files.example.org/'],
    ['http://[::1]:9000', 'http://[::1]:9000/'],
  ])('is one at the public address %s', async (publicUrl, start) => {
    const address = await new MinioBlobAddresses({ ...options, publicUrl }).addressOf('Key1', terms);
    expect(address.startsWith(`${start}photos/cairn/blobs/Key1?`)).toBe(true);
  });

  it.each(['https://a.example.org/s3', 'https://u:p@a.example.org', 'ftp://a.example.org', 'a.example.org'])(
    'cannot be one at %s',
    (publicUrl) => {
      expect(() => new MinioBlobAddresses({ ...options, publicUrl })).toThrow('public address');
    },
  );

  it('is only for blobs', async () => {
    const addresses = new MinioBlobAddresses(options);
    await expect(addresses.addressOf('../staging/1', terms)).rejects.toThrow(RangeError);
  });
});

const servers = testS3Servers();

afterEach(async () => {
  for (const server of servers) await server.close();
});

for (const server of servers) {
  describe(`the address of a blob on ${server.name}`, () => {
    it('serves the bytes, whole and in part, with the requested headers', async () => {
      const there = readS3Address(await server.fresh());
      const store = await MinioBlobStore.open(there);
      await (await store.stage(bytes(), 10)).commit(aBlob('key'));
      await store.close();
      const address = await new MinioBlobAddresses(there).addressOf('key', terms);
      const whole = await fetch(address);
      expect(whole.status).toBe(200);
      expect(await whole.text()).toBe('0123456789');
      expect(whole.headers.get('content-type')).toBe(terms.contentType);
      expect(whole.headers.get('content-disposition')).toBe(terms.disposition);
      expect(whole.headers.get('cache-control')).toBe(terms.cacheControl);
      const part = await fetch(address, { headers: { range: 'bytes=2-4' } });
      expect([part.status, await part.text()]).toEqual([206, '234']);
    });

    it('serves nothing when it is changed or expired', async () => {
      const there = readS3Address(await server.fresh());
      const store = await MinioBlobStore.open(there);
      await (await store.stage(bytes(), 10)).commit(aBlob('key'));
      await (await store.stage(bytes(), 10)).commit(aBlob('key2'));
      await store.close();
      const address = await new MinioBlobAddresses(there).addressOf('key', { ...terms, seconds: 1 });
      const changed = await fetch(address.replace('/blobs/key?', '/blobs/key2?'));
      await changed.text();
      expect(changed.status).toBe(403);
      await until('it has expired', async () => {
        const late = await fetch(address);
        await late.text();
        return late.status === 403;
      });
    });
  });
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('0123456789');
}
