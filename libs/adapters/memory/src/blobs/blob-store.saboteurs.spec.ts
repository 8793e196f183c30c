import { describe, it } from '@jest/globals';
import type { StagedBlob } from '@cairn/images';
import type { BlobStore } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import {
  aBlob,
  blobAreaRules,
  blobQuarantineRules,
  blobStoreContract,
  later,
  sabotaged,
  storeMarkerRules,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { copy, inTurn, originals, reading, staging, untilFailure } from './blob-store.spec.kit.js';
import { MemoryBlobStore } from './memory-blob-store.js';

const ANY_SIZE = Infinity;

const open = async (): Promise<BlobStore> => new MemoryBlobStore({ now: () => Date.now() });

// The saboteurs of these rules are in other files.
const elsewhere = { ...blobAreaRules, ...blobQuarantineRules, ...storeMarkerRules };
const contract = Object.fromEntries(
  Object.entries(blobStoreContract).filter(([name]) => !(name in elsewhere)),
) as Omit<typeof blobStoreContract, keyof typeof elsewhere>;

const saboteurs: Saboteurs<BlobStore, typeof contract> = {
  'staged bytes have their size and SHA-256': (store) =>
    staging(store, ({ sha256 }) => ({ sha256: sha256.toUpperCase() })),

  'staged bytes can be read as often as needed, and from their file if they have one': (store) =>
    staging(store, (staged) => {
      const once = staged.read();
      return { read: () => once };
    }),

  'reading on after the end yields no other bytes': (store) => {
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
        await staged.commit(aBlob('key'));
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

  'what is staged to be read can be committed too, and the purpose is asked for when all bytes are in': (
    store,
  ) =>
    sabotaged(store, {
      stage: async (bytes, limit, purposeOf) => {
        purposeOf?.();
        return await store.stage(bytes, limit);
      },
    }),

  'discarded bytes cannot be committed': (store) =>
    staging(store, () => ({ discard: async () => undefined })),

  'discard after the commit does nothing': (store) =>
    staging(store, (staged) => {
      let committed = '';
      return {
        commit: async (blob) => {
          await staged.commit(blob);
          committed = blob.key;
        },
        discard: () => store.area('originals').delete(committed),
      };
    }),

  'bytes can be committed only once': (store) =>
    staging(store, (staged) => ({ commit: (blob) => copy(store, staged, blob) })),

  'a key is written once, however many commit under it at the same time': (store) =>
    staging(store, (staged) => ({
      commit: async (blob) => {
        await store.area('originals').delete(blob.key);
        await staged.commit(blob);
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

  'a string that is not a key names no blob, whatever it means to a file system': (store) =>
    staging(store, (staged) => ({
      commit: (blob) => staged.commit({ ...blob, key: blob.key.replace(/[^0-9A-Za-z]/g, '') || 'empty' }),
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
      commit: async (blob) => {
        if (staged.sizeInBytes > 0) await staged.commit(blob);
      },
    })),

  'a range gives exactly its bytes': (store) =>
    originals(store, (area) => ({
      get: (key, range) => area.get(key, range && { start: range.start, end: range.end - 1 }),
    })),

  'an absent key is BlobNotFound to get and nothing to find': (store) =>
    originals(store, (area) => ({
      get: async (key, range) => ((await area.find(key)) === undefined ? inTurn([]) : area.get(key, range)),
    })),

  'delete removes the blob alone, and succeeds when there is none': (store) =>
    originals(store, (area) => ({
      delete: async (key) => {
        for (const blob of await area.list(ANY_SIZE, undefined)) {
          if (blob.key.startsWith(key)) await area.delete(blob.key);
        }
      },
    })),

  'the listing ascends by code units and pages without gap or repetition': (store) =>
    originals(store, (area) => ({
      list: async (limit, after) =>
        (await area.list(ANY_SIZE, undefined))
          .filter(({ key }) => after === undefined || key.localeCompare(after) > 0)
          .sort((left, right) => left.key.localeCompare(right.key))
          .slice(0, limit),
    })),

  'the listing goes on behind a key that is stored no more': (store) =>
    originals(store, (area) => ({
      list: async (limit, after) => {
        const all = await area.list(ANY_SIZE, undefined);
        return all.slice(all.findIndex(({ key }) => key === after) + 1).slice(0, limit);
      },
    })),

  'find and list return the same size and time of a blob': (store) =>
    originals(store, (area) => ({
      find: async (key) => {
        const found = await area.find(key);
        return found && { ...found, storedAt: Math.floor(found.storedAt / 1_000) };
      },
    })),

  'concurrent blobs do not mix': (store) => {
    let last: StagedBlob | undefined;
    return staging(store, (staged) => {
      last = staged;
      return {
        commit: async (blob) => {
          await later();
          await copy(store, last ?? staged, blob);
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
      for await (const piece of pieces)
        if ((await store.area('originals').find(key)) !== undefined) yield piece;
    }),

  'another adapter over the same storage finds what was committed, and that alone': (store) => store,
};

describe('the contract of blob stores', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));
