import { describe, it } from '@jest/globals';
import type { BlobStore, StagedBlob } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import {
  blobQuarantineRules,
  blobStoreContract,
  later,
  sabotaged,
  storeMarkerRules,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryBlobStore } from './memory-blob-store.js';

const ANY_SIZE = Infinity;

const open = async (): Promise<BlobStore> => new MemoryBlobStore({ now: () => Date.now() });

// The saboteurs of these rules have a file of their own beside this one.
const elsewhere = { ...blobQuarantineRules, ...storeMarkerRules };
const contract = Object.fromEntries(
  Object.entries(blobStoreContract).filter(([name]) => !(name in elsewhere)),
) as Omit<typeof blobStoreContract, keyof typeof elsewhere>;

const saboteurs: Saboteurs<BlobStore, typeof contract> = {
  'staged bytes tell their number and their SHA-256': (store) =>
    staging(store, ({ sha256 }) => ({ sha256: sha256.toUpperCase() })),

  'staged bytes can be read as often as needed, and from their file if they have one': (store) =>
    staging(store, (staged) => {
      const once = staged.read();
      return { read: () => once };
    }),

  'who reads on when the bytes have ended is given no others': (store) => {
    let newest: StagedBlob | undefined;
    return staging(store, (staged) => {
      newest = staged;
      return {
        read: async function* () {
          let at = 0;
          for (const length of [100, 100, Infinity]) {
            for await (const piece of (newest ?? staged).read()) yield piece.slice(at, at + length);
            at += length;
          }
        },
      };
    });
  },

  'nothing is stored under a key before the commit': (store) =>
    sabotaged(store, {
      stage: async (bytes, limit) => {
        const staged = await store.stage(bytes, limit);
        await staged.commit('key', 'image/png');
        return staged;
      },
    }),

  'a source may use its buffer again, and a reader may write into what it got': (store) =>
    sabotaged(store, {
      stage: async (bytes, limit) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of bytes) pieces.push(piece);
        return store.stage(inTurn(pieces), limit);
      },
    }),

  'discarded bytes cannot be committed': (store) =>
    staging(store, () => ({ discard: async () => undefined })),

  'discard after the commit does nothing': (store) =>
    staging(store, (staged) => {
      let committed = '';
      return {
        commit: async (key, contentType) => {
          await staged.commit(key, contentType);
          committed = key;
        },
        discard: () => store.delete(committed),
      };
    }),

  'bytes are committed once': (store) =>
    staging(store, (staged) => ({ commit: (key) => copy(store, staged, key) })),

  'a key is written once, however many commit under it at the same time': (store) =>
    staging(store, (staged) => ({
      commit: async (key, contentType) => {
        await store.delete(key);
        await staged.commit(key, contentType);
      },
    })),

  'a source that fails midway is the error of stage, and nothing stays staged': (store) =>
    sabotaged(store, { stage: (bytes, limit) => store.stage(untilFailure(bytes), limit) }),

  'as many bytes as the limit are taken, one more is FileTooLarge': (store) =>
    sabotaged(store, { stage: (bytes, limit) => store.stage(bytes, limit + 1) }),

  'past the limit the source is closed and read no further': (store) =>
    sabotaged(store, {
      stage: (bytes, limit) => {
        const iterator = bytes[Symbol.asyncIterator]();
        return store.stage({ [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }, limit);
      },
    }),

  'discardStagedBefore discards what is older, nothing younger and nothing committed': (store) =>
    sabotaged(store, { discardStagedBefore: (time) => store.discardStagedBefore(time + 1_000) }),

  'no text but a key names a blob, whatever it would mean to a file system': (store) =>
    staging(store, (staged) => ({
      commit: (key, contentType) => staged.commit(key.replace(/[^0-9A-Za-z]/g, '') || 'empty', contentType),
    })),

  'what is committed comes back byte for byte, whatever its size': (store) =>
    reading(store, async function* (pieces) {
      let isFirst = true;
      for await (const piece of pieces) {
        if (isFirst) yield piece;
        isFirst = false;
      }
    }),

  'an empty blob is a blob': (store) =>
    staging(store, (staged) => ({
      commit: async (key, contentType) => {
        if (staged.sizeInBytes > 0) await staged.commit(key, contentType);
      },
    })),

  'a range gives exactly its bytes': (store) =>
    sabotaged(store, {
      get: (key, range) => store.get(key, range && { start: range.start, end: range.end - 1 }),
    }),

  'an absent key is BlobNotFound to get and nothing to find': (store) =>
    sabotaged(store, {
      get: async (key, range) => ((await store.find(key)) === undefined ? inTurn([]) : store.get(key, range)),
    }),

  'delete removes the blob alone, and succeeds when there is none': (store) =>
    sabotaged(store, {
      delete: async (key) => {
        for (const blob of await store.list(ANY_SIZE, undefined)) {
          if (blob.key.startsWith(key)) await store.delete(blob.key);
        }
      },
    }),

  'the listing ascends by code units and pages without gap or repetition': (store) =>
    sabotaged(store, {
      list: async (limit, after) =>
        (await store.list(ANY_SIZE, undefined))
          .filter(({ key }) => after === undefined || key.localeCompare(after) > 0)
          .sort((left, right) => left.key.localeCompare(right.key))
          .slice(0, limit),
    }),

  'the listing goes on behind a key that is stored no more': (store) =>
    sabotaged(store, {
      list: async (limit, after) => {
        const all = await store.list(ANY_SIZE, undefined);
        return all.slice(all.findIndex(({ key }) => key === after) + 1).slice(0, limit);
      },
    }),

  'a blob tells when it was stored, to find and to list alike': (store) =>
    sabotaged(store, {
      find: async (key) => {
        const found = await store.find(key);
        return found && { ...found, storedAt: Math.floor(found.storedAt / 1_000) };
      },
    }),

  'many blobs taken in at once do not mix': (store) => {
    let last: StagedBlob | undefined;
    return staging(store, (staged) => {
      last = staged;
      return {
        commit: async (key) => {
          await later();
          await copy(store, last ?? staged, key);
        },
      };
    });
  },

  'a reader abandoned early, or never begun, leaves the store as it was': (store) => {
    let openReaders = 0;
    return reading(store, async function* (pieces) {
      openReaders += 1;
      if (openReaders > 40) throw new StorageUnavailable('too many open files');
      yield* pieces;
      openReaders -= 1;
    });
  },

  'a reader overtaken by a delete gets every byte or an error': (store) =>
    reading(store, async function* (pieces, key) {
      for await (const piece of pieces) if ((await store.find(key)) !== undefined) yield piece;
    }),

  'another adapter over the same storage finds what was committed, and that alone': (store) => store,
};

describe('the contract of blob stores', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function staging(store: BlobStore, change: (staged: StagedBlob) => Partial<StagedBlob>): BlobStore {
  return sabotaged(store, {
    stage: async (bytes, limit) => {
      const staged = await store.stage(bytes, limit);
      return { ...staged, ...change(staged) };
    },
  });
}

type Reader = (pieces: AsyncIterable<Uint8Array>, key: string) => AsyncIterable<Uint8Array>;

function reading(store: BlobStore, read: Reader): BlobStore {
  return sabotaged(store, { get: async (key, range) => read(await store.get(key, range), key) });
}

async function copy(store: BlobStore, staged: StagedBlob, key: string): Promise<void> {
  await (await store.stage(staged.read(), ANY_SIZE)).commit(key, 'image/png');
}

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function* untilFailure(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch {
    return;
  }
}
