import { describe, it } from '@jest/globals';
import type { BlobStore } from '@cairn/images/spi';
import { blobAreaRules, sabotaged, sabotagedArea, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryBlobStore } from './memory-blob-store.js';

const open = async (): Promise<BlobStore> => new MemoryBlobStore({ now: () => Date.now() });

const saboteurs: Saboteurs<BlobStore, typeof blobAreaRules> = {
  'the same key in two areas is two blobs': (store) =>
    sabotaged(store, { area: (name) => store.area(name === 'derivatives' ? 'originals' : name) }),

  'a blob deleted in one area stays in every other': (store) =>
    sabotagedArea(store, 'quarantine', () => ({ delete: (key) => store.area('originals').delete(key) })),

  'an original that is moved leaves its area for quarantine, and comes back from there': (store) =>
    sabotaged(store, {
      move: async (key, areas) => {
        const isThere = await store.move(key, areas);
        if (areas.to === 'quarantine') await store.area('archives').delete(key);
        return isThere;
      },
    }),

  'what was staged under a key is discarded with its like once it is old, and nothing else is': (store) =>
    sabotaged(store, {
      discardStagedBefore: async (time) => {
        const discarded = await store.discardStagedBefore(time);
        for (const { key } of await store.area('derivatives').list(Infinity, undefined))
          await store.area('derivatives').delete(key);
        return discarded;
      },
    }),

  'another adapter over the same storage finds each area as it was': (store) => store,
};

describe('the contract of the areas of blob stores', () =>
  verifyFails({ contract: blobAreaRules, subject: { open, reopen: open }, saboteurs, it }));
