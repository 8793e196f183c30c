import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readS3Address, S3Stub, type S3Fault } from '@cairn/services';
import { aBlob, until } from '@cairn/testkit';
import { MinioBlobStore } from './minio-blob-store.js';

/** With limits that no test waits for. */
const PATIENT = { checkMs: 600_000, callMs: 600_000, transferMs: 600_000, pauseMs: 5 };
const IMPATIENT = { ...PATIENT, checkMs: 100, callMs: 100, transferMs: 100 };
const LARGE = 6_000_000;

const stub = await S3Stub.start();
let store: MinioBlobStore;

const timing = { ...PATIENT };

beforeEach(async () => {
  Object.assign(timing, PATIENT);
  store = await MinioBlobStore.open(readS3Address(await stub.fresh()), timing);
  await put('key', 10);
  stub.requests.length = 0;
});
afterEach(async () => {
  await store.close();
  await stub.close();
});
afterAll(() => stub.stop());

/** Every call that sends requests. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  check: () => store.check(),
  'stage of large bytes': () => store.stage(pieces(LARGE), LARGE),
  'commit of small bytes': () => put('new', 10),
  'commit of large bytes': () => put('new', LARGE),
  get: () => store.area('originals').get('key'),
  'get of a range': () => store.area('originals').get('key', { start: 1, end: 2 }),
  'get of no byte': () => store.area('originals').get('key', { start: 0, end: -1 }),
  find: () => store.area('originals').find('key'),
  delete: () => store.area('originals').delete('key'),
  list: () => store.area('originals').list(10, undefined),
  discardStagedBefore: () => store.discardStagedBefore(0),
};

const faults: Readonly<Record<string, S3Fault>> = {
  'a store that is busy': { kind: 'answers', status: 503, code: 'SlowDown' },
  'an internal error': { kind: 'answers', status: 500, code: 'InternalError' },
  'a refusal': { kind: 'answers', status: 403, code: 'AccessDenied' },
  'a bucket that is gone': { kind: 'answers', status: 404, code: 'NoSuchBucket' },
  'a proxy without the bucket': { kind: 'answers', status: 404, code: 'Whatever' },
  'a lost connection': { kind: 'closes', work: 'undone' },
};
const silence: S3Fault = { kind: 'hangs' };

// A full store still serves reads, and its responses to HEAD have no code.
describe.each(['stage of large bytes', 'commit of small bytes', 'commit of large bytes'])('%s', (name) => {
  it.each(['XMinioStorageFull', 'QuotaExceeded'])('is StorageFull at %s', async (code) => {
    stub.fault = () => ({ kind: 'answers', status: 507, code });
    await expect(calls[name]?.()).rejects.toMatchObject({ code: 'storage-full', cause: { code } });
  });
});

describe.each(Object.keys(calls))('%s', (name) => {
  const call = async (): Promise<unknown> => calls[name]?.();

  it.each(Object.keys(faults))('is StorageUnavailable at %s', async (fault) => {
    stub.fault = () => faults[fault];
    await expect(call()).rejects.toMatchObject({ code: 'storage-unavailable', cause: expect.anything() });
  });

  it('is StorageUnavailable without an answer, in time', async () => {
    Object.assign(timing, IMPATIENT);
    stub.fault = () => silence;
    const cause = expect.objectContaining({ name: 'DeadlinePassed' });
    await expect(call()).rejects.toMatchObject({ code: 'storage-unavailable', cause });
  });

  it.each(['a store that is busy', 'an internal error', 'a lost connection'])(
    'is retried after two failures in a row (%s)',
    async (fault) => {
      let left = 2;
      stub.fault = () => (left-- > 0 ? faults[fault] : undefined);
      await call();
      expect(left).toBeLessThan(0);
    },
  );

  it.each(['a refusal', 'a bucket that is gone'])('is not retried at %s', async (fault) => {
    stub.fault = () => faults[fault];
    await expect(call()).rejects.toThrow();
    // HEAD of an object does not reveal a missing bucket, so the bucket is requested too.
    expect(new Set(stub.requests).size).toBe(stub.requests.length);
  });
});

describe('a connection', () => {
  it('makes at most three attempts', async () => {
    stub.fault = () => faults['a store that is busy'];
    await expect(store.area('originals').list(1, undefined)).rejects.toMatchObject({
      cause: expect.objectContaining({ status: 503, code: 'SlowDown' }),
    });
    expect(stub.requests).toEqual(['GET ', 'GET ', 'GET ']);
  });

  it('rejects pending and later calls when it closes', async () => {
    stub.fault = () => silence;
    const waiting = store.area('originals').find('key');
    await until('the store is asked', () => stub.requests.length > 0);
    await store.close();
    await expect(waiting).rejects.toMatchObject({ code: 'storage-unavailable' });
    stub.fault = () => undefined;
    await expect(store.area('originals').find('key')).rejects.toMatchObject({ code: 'storage-unavailable' });
    await untilConnections(0);
  });

  it('keeps no socket for abandoned readers or failed calls', async () => {
    await put('large', LARGE);
    for (let round = 0; round < 5; round += 1) {
      await store.area('originals').get('large');
      for await (const piece of await store.area('originals').get('large')) if (piece.length > 0) break;
    }
    Object.assign(timing, IMPATIENT);
    for (const fault of [...Object.values(faults), silence]) {
      stub.fault = () => fault;
      await expect(store.area('originals').find('key')).rejects.toThrow();
      await expect(store.area('originals').get('key')).rejects.toThrow();
    }
    await untilConnections(1);
  });
});

/** Waits until closed ones are gone. */
const untilConnections = (most: number): Promise<void> =>
  until(`there are no more connections than ${most}`, async () => (await stub.connections()) <= most);

async function put(key: string, size: number): Promise<void> {
  await (await store.stage(pieces(size), size)).commit(aBlob(key));
}

async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= 100_000) yield new Uint8Array(Math.min(left, 100_000));
}
