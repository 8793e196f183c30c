import { randomBytes } from 'node:crypto';
import type { AlbumRecord, CreatedLinkRecord, LinkPage } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

/** More bytes than a connection holds between the server and a client that does not read. */
const LARGE = { width: 2_000, height: 1_600, channels: 3 } as const;

let server: ServerProcess;
let large: Buffer;

interface Shared {
  readonly id: string;
  readonly secret: string;
}

const stranger = (path: string, init: RequestInit = {}): Promise<Response> =>
  server.fetch(path, { key: null, ...init });
const revoke = ({ id }: Shared): Promise<unknown> => server.json('DELETE', `/api/links/${id}`);

async function share(images: readonly string[]): Promise<Shared> {
  const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Trip', images });
  const body = { resource: { type: 'album', id: album }, download: true, position: 'exact' };
  const { id, url } = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
  return { id, secret: url.slice(url.lastIndexOf('/') + 1) };
}

async function uploaded(bytes: Uint8Array, name = 'p.jpg'): Promise<string> {
  return (await server.upload({ bytes, name, path: 'trip', visibility: 'private' })).id;
}

async function usesOf({ id }: Shared): Promise<number | undefined> {
  const { links } = await server.json<LinkPage>('GET', '/api/links');
  return links.find((link) => link.id === id)?.uses;
}

beforeAll(async () => {
  server = await ServerProcess.inMemory(UNLIMITED);
  const noise = randomBytes(LARGE.width * LARGE.height * LARGE.channels);
  large = await sharp(noise, { raw: LARGE }).png({ compressionLevel: 0 }).toBuffer();
});

afterAll(() => server.dispose());

describe('a link that is revoked while something of it is sent', () => {
  it('sends no later image of its archive', async () => {
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name}.png`);
    const images: string[] = [];
    for (const name of names) images.push(await uploaded(large, name));
    const link = await share(images);
    const response = await stranger(`/api/shared/${link.secret}/download`);
    const chunks: Buffer[] = [];
    // The type of a body says nothing of its pieces, which are bytes.
    const read = async (): Promise<void> => {
      for await (const chunk of response.body ?? []) {
        if (chunks.length === 0) await revoke(link);
        chunks.push(Buffer.from(chunk as Uint8Array));
      }
    };
    await expect(read()).rejects.toThrow();
    const told = names.filter((name) => Buffer.concat(chunks).includes(name));
    expect([told.includes('one.png'), told.includes('four.png')]).toEqual([true, false]);
  });

  it('finishes the file that it began, and answers no part of it afterwards', async () => {
    const image = await uploaded(large);
    const link = await share([image]);
    const file = `/api/shared/${link.secret}/images/${image}/file`;
    const response = await stranger(file);
    const etag = response.headers.get('etag') ?? '';
    await revoke(link);
    expect((await response.arrayBuffer()).byteLength).toBe(large.length);
    for (const headers of [
      { range: 'bytes=9-' },
      { range: 'bytes=9-', 'if-range': etag },
      { 'if-none-match': etag },
    ])
      expect((await stranger(file, { headers })).status).toBe(404);
  });
});

describe('the archive of a link', () => {
  it('has the headers of GET for HEAD, and no body; 404 once it is revoked', async () => {
    const link = await share([await uploaded(fixtures.jpeg.bytes)]);
    const path = `/api/shared/${link.secret}/download`;
    const get = await stranger(path);
    await get.arrayBuffer();
    const head = await stranger(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    await revoke(link);
    expect((await stranger(path, { method: 'HEAD' })).status).toBe(404);
  });
});

describe('a use of a link', () => {
  it.each([
    ['its page', (link: Shared) => `/a/${link.secret}`, 1],
    ['what a program opens', (link: Shared) => `/api/shared/${link.secret}`, 1],
    ['a page of one picture', (link: Shared, image: string) => `/a/${link.secret}/${image}`, 0],
    ['a listing', (link: Shared) => `/api/shared/${link.secret}/images`, 0],
    ['a file', (link: Shared, image: string) => `/api/shared/${link.secret}/images/${image}/file`, 0],
    ['an archive', (link: Shared) => `/api/shared/${link.secret}/download`, 0],
  ])('is, or is not, %s', async (_, pathOf, uses) => {
    const image = await uploaded(fixtures.jpeg.bytes);
    const link = await share([image]);
    const response = await stranger(pathOf(link, image));
    await response.arrayBuffer();
    expect([response.status, await usesOf(link)]).toEqual([200, uses]);
  });

  it('is the first page of its pictures, not those that follow', async () => {
    const ids: string[] = [];
    for (let index = 0; index <= 60; index += 1)
      ids.push(await uploaded(fixtures.jpeg.bytes, `p${index}.jpg`));
    const [first, link] = [await share(ids), await share(ids)];
    const html = await (await stranger(`/a/${first.secret}`)).text();
    const [, cursor = ''] = /\?cursor=([^"]+)"/.exec(html) ?? [];
    expect(
      (await (await stranger(`/a/${link.secret}?cursor=${cursor}`)).text()).match(/<li><a/g),
    ).toHaveLength(1);
    expect([await usesOf(first), await usesOf(link)]).toEqual([1, 0]);
  });
});
