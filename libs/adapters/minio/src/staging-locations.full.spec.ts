import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readS3Address, S3Stub, type S3Fault } from '@cairn/services';
import { aBlob } from '@cairn/testkit';
import { MinioBlobStore } from './minio-blob-store.js';

const SMALL = 10;
const LARGE = 6_000_000;
const TIMING = { checkMs: 600_000, callMs: 600_000, transferMs: 600_000, pauseMs: 5 };

const stub = await S3Stub.start();
let address: string;

beforeEach(async () => {
  address = await stub.fresh();
});
afterEach(() => stub.close());
afterAll(() => stub.stop());

async function withStore(use: (store: MinioBlobStore) => Promise<void>): Promise<void> {
  const store = await MinioBlobStore.open(readS3Address(address), TIMING);
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

/** Injects the fault into the next matching request only. */
function once(method: string, key: string, fault: S3Fault): void {
  let isMet = false;
  stub.fault = (asked) => {
    if (isMet || asked.method !== method || asked.key !== key) return undefined;
    isMet = true;
    return fault;
  };
}

describe.each([
  ['small', SMALL],
  ['large', LARGE],
])('a commit of %s bytes', (_, size) => {
  it.each([
    ['before it is done', 'undone'],
    ['after it is done', 'done'],
  ] as const)('whose connection is lost %s is acknowledged', async (__, work) => {
    await withStore(async (store) => {
      const staged = await store.stage(inOne(size), size);
      once('PUT', 'blobs/key', { kind: 'closes', work });
      await staged.commit(aBlob('key'));
      expect(await store.area('originals').find('key')).toMatchObject({ key: 'key' });
      expect(stub.contents).toEqual({ objects: 1, uploads: 0 });
    });
  });

  it('that fails can be repeated', async () => {
    await withStore(async (store) => {
      const staged = await store.stage(inOne(size), size);
      once('PUT', 'blobs/key', { kind: 'answers', status: 403, code: 'AccessDenied' });
      await expect(staged.commit(aBlob('key'))).rejects.toMatchObject({ code: 'storage-unavailable' });
      await staged.commit(aBlob('key'));
      expect(stub.contents).toEqual({ objects: 1, uploads: 0 });
    });
  });

  it('overwrites nothing on a store that ignores conditions, or rejects them', async () => {
    const refusesConditions = (request: { readonly headers: object }): S3Fault | undefined =>
      'if-none-match' in request.headers
        ? { kind: 'answers', status: 501, code: 'NotImplemented' }
        : undefined;
    for (const fault of [undefined, refusesConditions]) {
      stub.keepsConditions = false;
      if (fault) stub.fault = fault;
      await withStore(async (store) => {
        await (await store.stage(inOne(3), 3)).commit(aBlob('key'));
        const staged = await store.stage(inOne(size), size);
        await expect(staged.commit(aBlob('key'))).rejects.toThrow('already');
        await staged.discard();
        for await (const piece of await store.area('originals').get('key')) expect(piece.length).toBe(3);
        await store.area('originals').delete('key');
      });
    }
  });
});

describe('staged bytes', () => {
  it('that cannot be removed after the commit are found by the sweep', async () => {
    await withStore(async (store) => {
      const staged = await store.stage(inOne(LARGE), LARGE);
      stub.fault = ({ method }) =>
        method === 'DELETE' ? { kind: 'answers', status: 403, code: 'AccessDenied' } : undefined;
      await staged.commit(aBlob('key'));
      stub.fault = () => undefined;
      expect(stub.contents).toEqual({ objects: 2, uploads: 0 });
      expect(await store.discardStagedBefore(Date.now() + 60_000)).toBe(1);
      expect(await store.area('originals').find('key')).toMatchObject({ key: 'key' });
    });
  });

  it('return their first bytes without a request', async () => {
    await withStore(async (store) => {
      const staged = await store.stage(inOne(LARGE), LARGE);
      stub.requests.length = 0;
      for await (const piece of staged.read()) if (piece.length >= 64) break;
      expect(stub.requests).toEqual([]);
    });
  });
});

async function* inOne(size: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(size);
}
