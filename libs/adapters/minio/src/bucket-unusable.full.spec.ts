import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { readS3Address, S3Stub, testS3Servers, type S3Fault } from '@cairn/services';
import { MinioBlobStore } from './minio-blob-store.js';
import { BucketUnusable, type S3Key, type S3Options } from './bucket.js';

const TIMING = { checkMs: 2_000, callMs: 2_000, transferMs: 2_000, pauseMs: 5 };

const stub = await S3Stub.start();
const real = testS3Servers();
const listening: Server[] = [];

afterEach(async () => {
  for (const server of listening.splice(0)) server.close();
  await stub.close();
  for (const server of real) await server.close();
});
afterAll(() => stub.stop());

/** The error message of opening. Checks that it names the address and not the secret. */
async function reasonOf(options: S3Options & S3Key): Promise<string> {
  const [outcome] = await Promise.allSettled([MinioBlobStore.open(options, TIMING)]);
  if (outcome.status === 'fulfilled') {
    await outcome.value.close();
    return 'usable';
  }
  const error: unknown = outcome.reason;
  if (!(error instanceof BucketUnusable)) throw error;
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error.message).toContain(`"${options.bucket}"`);
  expect(error.message).toContain(`${options.host}:${options.port ?? (options.tls ? 443 : 80)} `);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(options.secretKey);
  return error.reason;
}

async function fresh(): Promise<ReturnType<typeof readS3Address>> {
  return { ...readS3Address(await stub.fresh()), secretKey: 'a-secret-that-nobody-may-read' };
}

describe('a bucket', () => {
  it('opens when the bucket is usable', async () => {
    expect(await reasonOf(await fresh())).toBe('usable');
    expect(stub.contents).toEqual({ objects: 0, uploads: 0 });
  });

  it('is missing', async () => {
    expect(await reasonOf({ ...(await fresh()), bucket: 'not-there' })).toBe('bucket-missing');
  });

  it('is unreachable when nothing listens, nothing answers or the host does not exist', async () => {
    const options = await fresh();
    const silent = await listen(createServer());
    expect(await reasonOf({ ...options, port: 1 })).toBe('unreachable');
    expect(await reasonOf({ ...options, host: 'no-such-host.invalid' })).toBe('unreachable');
    const start = Date.now();
    expect(await reasonOf({ ...options, port: silent })).toBe('unreachable');
    expect(Date.now() - start).toBeLessThan(20 * TIMING.callMs);
  });

  it('fails when the service does not support TLS', async () => {
    expect(await reasonOf({ ...(await fresh()), tls: true })).toBe('tls-failed');
  });

  it('is out of order when something else answers', async () => {
    const page = createHttpServer((_, response) => response.end('<html><body>Welcome</body></html>'));
    expect(await reasonOf({ ...(await fresh()), port: await listen(page) })).toBe('out-of-order');
  });

  it.each([
    [403, 'SignatureDoesNotMatch', 'access-refused'],
    [403, 'InvalidAccessKeyId', 'access-refused'],
    [403, 'AccessDenied', 'access-refused'],
    [403, 'RequestTimeTooSkewed', 'clock-wrong'],
    [400, 'AuthorizationHeaderMalformed', 'region-wrong'],
    [301, 'PermanentRedirect', 'region-wrong'],
    [404, 'NoSuchBucket', 'bucket-missing'],
    [503, 'SlowDown', 'out-of-order'],
    [507, 'XMinioStorageFull', 'full'],
  ])('whose service answers %i %s is %s', async (status, code, reason) => {
    const options = await fresh();
    stub.fault = (): S3Fault => ({ kind: 'answers', status, code });
    expect(await reasonOf(options)).toBe(reason);
  });

  it.each(['GET', 'PUT', 'DELETE'])('is rejected when the key does not allow %s', async (method) => {
    const options = await fresh();
    stub.fault = (request) =>
      request.method === method ? { kind: 'answers', status: 403, code: 'AccessDenied' } : undefined;
    expect(await reasonOf(options)).toBe('access-refused');
  });

  it('can become unusable later', async () => {
    const store = await MinioBlobStore.open(await fresh(), TIMING);
    await store.check();
    await stub.close();
    await expect(store.check()).rejects.toMatchObject({
      code: 'storage-unavailable',
      reason: 'bucket-missing',
    });
    await store.close();
  });
});

const apart = 'distinguishes a wrong key, a wrong secret and a missing bucket';

for (const server of real) {
  it(`a bucket on ${server.name} ${apart}`, async () => {
    const options = readS3Address(await server.fresh());
    expect(await reasonOf(options)).toBe('usable');
    expect(await reasonOf({ ...options, secretKey: 'a-wrong-secret' })).toBe('access-refused');
    expect(await reasonOf({ ...options, accessKey: 'nobody' })).toBe('access-refused');
    expect(await reasonOf({ ...options, bucket: 'not-there' })).toBe('bucket-missing');
    expect(await reasonOf({ ...options, tls: true })).toBe('tls-failed');
  });
}

async function listen(server: Server): Promise<number> {
  listening.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
