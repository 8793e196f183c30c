import { beforeEach, describe, expect, it } from '@jest/globals';
import { CatalogRules, ReceiveUpload, type CatalogLimits, type ExpectedSize } from '@cairn/images';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryImageProcessor } from './memory-image-processor.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const MINUTE_MS = 60_000;
const PIECE_BYTES = 4_096;

/** Bytes that are no image: they are refused when all have arrived. */
async function* zeros(pieces: number, beforeEach = () => {}): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < pieces; sent += 1) {
    beforeEach();
    yield new Uint8Array(PIECE_BYTES);
  }
}

describe('room for an upload in a quota of bytes', () => {
  let clock: ManualClock;
  let catalog: MemoryCatalogRepository;
  /** The reserved sizes, in the order of the reservations. */
  let sizes: number[];

  const receiving = (limits: Partial<CatalogLimits>) =>
    new ReceiveUpload({
      catalog,
      byteQuotas: {
        usage: (owner, now) => catalog.byteQuotas.usage(owner, now),
        setQuota: (owner, quota) => catalog.byteQuotas.setQuota(owner, quota),
        reserve: async (reservation, terms) => {
          await catalog.byteQuotas.reserve(reservation, terms);
          sizes.push(reservation.sizeInBytes);
        },
        release: async () => Promise.reject(new Error('the store is away')),
      },
      blobs: new MemoryBlobStore(clock),
      processor: new MemoryImageProcessor(),
      rules: new CatalogRules(limits),
      clock,
      ids: new SequenceIdGenerator(),
    });
  const refusalOf = async (
    limits: Partial<CatalogLimits>,
    bytes: AsyncIterable<Uint8Array>,
    known?: ExpectedSize,
  ) =>
    await receiving(limits)
      .execute({ owner: 'alice', bytes, sizeInBytes: known })
      .catch((error: unknown) => error);

  beforeEach(() => {
    clock = new ManualClock();
    catalog = new MemoryCatalogRepository();
    sizes = [];
  });

  it('is not asked for without such a quota', async () => {
    expect(await refusalOf({}, zeros(3))).toMatchObject({ code: 'unsupported-image-type' });
    expect(sizes).toEqual([]);
  });

  it('is asked for by the owner’s own quota, too', async () => {
    await catalog.byteQuotas.setQuota('alice', PIECE_BYTES);
    expect(await refusalOf({}, zeros(2), 2 * PIECE_BYTES)).toMatchObject({ code: 'quota-exceeded' });
    expect(sizes).toEqual([]);
    const atMost = () => 2 * PIECE_BYTES;
    expect(await refusalOf({}, zeros(2), atMost)).toMatchObject({ code: 'quota-exceeded' });
    expect(sizes).toEqual([PIECE_BYTES]);
  });

  it('is reserved once if the size is known, and the error of the upload is told although its release fails', async () => {
    const refusal = await refusalOf({ byteQuota: 2 ** 30 }, zeros(100), 100 * PIECE_BYTES);
    expect(refusal).toMatchObject({ code: 'unsupported-image-type' });
    expect(sizes).toEqual([100 * PIECE_BYTES]);
  });

  it('doubles while bytes arrive, but for the last of the quota', async () => {
    await refusalOf({ byteQuota: 50 * PIECE_BYTES }, zeros(60));
    expect(sizes.map((size) => size / PIECE_BYTES)).toEqual([1, 2, 4, 8, 16, 32, ...count(33, 50)]);
  });

  it('never exceeds the largest file that is accepted', async () => {
    const limits = { byteQuota: 2 ** 30, maxFileBytes: 3 * PIECE_BYTES };
    expect(await refusalOf(limits, zeros(60), 60 * PIECE_BYTES)).toMatchObject({ code: 'file-too-large' });
    expect(await refusalOf(limits, zeros(60))).toMatchObject({ code: 'file-too-large' });
    expect(Math.max(...sizes)).toBe(3 * PIECE_BYTES);
  });

  it('is renewed by bytes that arrive slowly', async () => {
    const slow = zeros(10, () => clock.advance(20 * MINUTE_MS));
    await refusalOf({ byteQuota: 2 ** 30 }, slow, 10 * PIECE_BYTES);
    expect(sizes.length).toBeGreaterThan(4);
    const { reserved } = await catalog.byteQuotas.usage('alice', clock.now() + 10 * MINUTE_MS);
    expect(reserved).toBe(10 * PIECE_BYTES);
    expect((await catalog.byteQuotas.usage('alice', clock.now() + 60 * MINUTE_MS)).reserved).toBe(0);
  });
});

function count(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
