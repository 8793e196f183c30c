import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readS3Address, S3Stub, type S3Fault } from '@cairn/services';
import { aBlob } from '@cairn/testkit';
import { MinioBlobStore } from './minio-blob-store.js';
import { PIECE_BYTES } from './stored-objects.js';

const SIZE = 3 * PIECE_BYTES;
/** With limits that no test waits for. */
const PATIENT = { checkMs: 600_000, callMs: 600_000, transferMs: 600_000, pauseMs: 5 };
const timing = { ...PATIENT };

const stub = await S3Stub.start();
let store: MinioBlobStore;

beforeEach(async () => {
  Object.assign(timing, PATIENT);
  store = await MinioBlobStore.open(readS3Address(await stub.fresh()), timing);
  await (await store.stage(inOne(SIZE), SIZE)).commit(aBlob('key'));
});
afterEach(async () => {
  await store.close();
  await stub.close();
});
afterAll(() => stub.stop());

const broken: Readonly<Record<string, S3Fault>> = {
  'ends short': { kind: 'ends-short', afterBytes: 1_000 },
  'ends before its first byte': { kind: 'ends-short', afterBytes: 0 },
  stalls: { kind: 'stalls', afterBytes: 1_000 },
};

/** From here on answers break like this. Only silence is waited for. */
function breaks(name: string): void {
  stub.fault = () => broken[name];
  if (name === 'stalls') timing.callMs = 300;
}

describe.each(Object.keys(broken))('an answer that %s', (name) => {
  it('is an error of get when it is the first one', async () => {
    breaks(name);
    await expect(store.area('originals').get('key')).rejects.toMatchObject({ code: 'storage-unavailable' });
  });

  it('is an error of the reader when it is a later one, never an early end', async () => {
    const reader = await store.area('originals').get('key');
    breaks(name);
    let length = 0;
    const reading = async (): Promise<void> => {
      for await (const piece of reader) length += piece.length;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'storage-unavailable' });
    expect(length).toBe(PIECE_BYTES);
  });
});

describe('an answer', () => {
  it('that ends early is retried', async () => {
    let left = 2;
    stub.fault = () => (left-- > 0 ? broken['ends short'] : undefined);
    let length = 0;
    for await (const piece of await store.area('originals').get('key')) length += piece.length;
    expect(length).toBe(SIZE);
  });

  it('of another range than was asked for is an error', async () => {
    await expect(store.area('originals').get('key', { start: SIZE - 1, end: SIZE })).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    await expect(
      store.area('originals').get('key', { start: SIZE + 1, end: SIZE + 2 }),
    ).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    stub.keepsRanges = false;
    await expect(store.area('originals').get('key', { start: 1, end: 2 })).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
  });
});

describe('a missing blob', () => {
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    get: () => store.area('originals').get('absent'),
    'get of no byte': () => store.area('originals').get('absent', { start: 0, end: -1 }),
    find: () => store.area('originals').find('absent'),
  };

  it.each(Object.keys(asks))('is something else to %s than a missing bucket', async (name) => {
    const outcome = async (): Promise<unknown> =>
      asks[name]?.().then(
        (found) => found,
        ({ code }: { readonly code?: unknown }) => code,
      );
    expect(await outcome()).toBe(name === 'find' ? undefined : 'blob-not-found');
    await stub.close();
    expect(await outcome()).toBe('storage-unavailable');
  });
});

async function* inOne(size: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(size);
}
