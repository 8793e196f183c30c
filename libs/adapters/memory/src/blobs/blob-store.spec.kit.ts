import type { NewBlob, StagedBlob } from '@cairn/images';
import type { BlobArea, BlobStore } from '@cairn/images/spi';
import { sabotaged, sabotagedArea } from '@cairn/testkit';

const ANY_SIZE = Infinity;

export function staging(store: BlobStore, change: (staged: StagedBlob) => Partial<StagedBlob>): BlobStore {
  return sabotaged(store, {
    stage: async (bytes, limit) => {
      const staged = await store.stage(bytes, limit);
      return { ...staged, ...change(staged) };
    },
  });
}

type Reader = (pieces: AsyncIterable<Uint8Array>, key: string) => AsyncIterable<Uint8Array>;

export function reading(store: BlobStore, read: Reader): BlobStore {
  return originals(store, (area) => ({ get: async (key, range) => read(await area.get(key, range), key) }));
}

export function originals(store: BlobStore, replacements: (area: BlobArea) => Partial<BlobArea>): BlobStore {
  return sabotagedArea(store, 'originals', replacements);
}

export async function copy(store: BlobStore, staged: StagedBlob, blob: NewBlob): Promise<void> {
  await (await store.stage(staged.read(), ANY_SIZE)).commit(blob);
}

export async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export async function* untilFailure(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch {
    return;
  }
}
