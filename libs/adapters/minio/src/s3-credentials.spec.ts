import { afterAll, afterEach, expect, it } from '@jest/globals';
import { readS3Address, S3Stub } from '@cairn/services';
import { MinioBlobAddresses, type S3Options } from './bucket.js';
import { MinioBlobStore } from './minio-blob-store.js';

const stub = await S3Stub.start();

afterEach(() => stub.close());
afterAll(() => stub.stop());

/** What the requests of a store with these credentials were signed with: access keys, each with its session token. */
async function signedWith(given: Partial<S3Options>, use: (store: MinioBlobStore) => Promise<unknown>) {
  const keys: string[] = [];
  stub.fault = ({ headers }) => {
    const key = /Credential=([^/]+)/.exec(String(headers['authorization']))?.[1];
    keys.push(`${key} ${String(headers['x-amz-security-token'])}`);
    return undefined;
  };
  const { accessKey: _, secretKey: __, ...bucket } = readS3Address(await stub.fresh());
  // Each test gives a key or credentials.
  const store = await MinioBlobStore.open({ ...bucket, ...given } as S3Options);
  await use(store);
  await store.close();
  return [...new Set(keys)];
}

it('a session token goes with each request', async () => {
  const key = { accessKey: 'temporary', secretKey: 'secret', sessionToken: 'token' };
  const keys = await signedWith(key, (store) => store.area('originals').find('key1'));
  expect(keys).toEqual(['temporary token']);
});

it('credentials are asked for before each call, so that they may change', async () => {
  let round = 1;
  const credentials = async () => ({
    accessKey: `key${round}`,
    secretKey: 'x',
    sessionToken: `token${round}`,
  });
  const keys = await signedWith({ credentials }, async (store) => {
    round = 2;
    await store.area('originals').find('key1');
  });
  expect(keys).toEqual(['key1 token1', 'key2 token2']);
});

it('a signed address has the session token', async () => {
  const bucket = readS3Address(await stub.fresh());
  const credentials = () => ({ accessKey: 'temporary', secretKey: 'x', sessionToken: 'token' });
  const terms = { area: 'originals', seconds: 60, contentType: 'image/png', disposition: 'inline', cacheControl: '' } as const; // prettier-ignore
  const url = new URL(await new MinioBlobAddresses({ ...bucket, credentials }).addressOf('key1', terms));
  expect(url.searchParams.get('X-Amz-Security-Token')).toBe('token');
  expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^temporary\//);
});
