import { describe, it } from '@jest/globals';
import type { BlobArea, BlobMove, BlobStore, StoreMarker } from '@cairn/images/spi';
import {
  blobQuarantineRules,
  later,
  sabotaged,
  sabotagedArea,
  storeMarkerRules,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryBlobStore } from './memory-blob-store.js';

const contract = { ...blobQuarantineRules, ...storeMarkerRules };

const toQuarantine: BlobMove = { from: 'originals', to: 'quarantine' };

const open = async (): Promise<BlobStore> => new MemoryBlobStore({ now: () => Date.now() });

const saboteurs: Saboteurs<BlobStore, typeof contract> = {
  'a quarantined blob is out of service, and no other is': (store) => moving(store, async () => true),
  'a restored blob comes back byte for byte, and is quarantined no more': (store) =>
    moving(store, async (key, areas) => {
      const isThere = await store.move(key, areas);
      if (areas.to === 'originals') await store.move(key, toQuarantine);
      return isThere;
    }),
  'a blob may be quarantined and restored repeatedly': (store) =>
    moving(store, async (key, areas) => {
      const wasThere = (await store.area(areas.to).find(key)) !== undefined;
      return (await store.move(key, areas)) && !wasThere;
    }),
  'a move of an absent key changes nothing, and returns false': (store) =>
    moving(store, async (key, areas) => {
      await store.move(key, areas);
      return true;
    }),
  'delete removes the quarantined blob alone, and never one in service': (store) =>
    quarantining(store, (quarantine) => ({
      delete: async (key) => {
        await quarantine.delete(key);
        await store.area('originals').delete(key);
      },
    })),
  'the quarantine is listed by ascending code units and pages without gap or repetition': (store) =>
    quarantining(store, (quarantine) => ({
      list: async (limit, after) =>
        (await quarantine.list(Infinity, undefined))
          .filter(({ key }) => after === undefined || key.localeCompare(after) > 0)
          .sort((left, right) => left.key.localeCompare(right.key))
          .slice(0, limit),
    })),
  'a quarantined blob has the time of its quarantine, not of its storing': (store) => {
    const storedAt = Date.now() - 1;
    return quarantining(store, (quarantine) => ({
      list: async (limit, after) =>
        (await quarantine.list(limit, after)).map((blob) => ({ ...blob, storedAt })),
    }));
  },
  'another adapter over the same storage finds what is quarantined, and restores it': (store) => store,

  'a store has no marker until one is claimed, and keeps the first': (store) =>
    marking(store, {
      claim: async (text) => {
        await store.marker.replace(text);
        return text;
      },
    }),
  'of concurrent claims of the marker one succeeds, and all return it': (store) =>
    marking(store, {
      claim: async (text) => {
        const found = await store.marker.find();
        await later();
        if (found === undefined) await store.marker.replace(text);
        return found ?? text;
      },
    }),
  'a replaced marker is the new one, whole': (store) =>
    marking(store, {
      replace: async (text) => {
        const before = (await store.marker.find()) ?? '';
        await store.marker.replace(text + before.slice(text.length));
      },
    }),
  'the marker is no blob, and nothing of it is left staged': (store) =>
    marking(store, {
      replace: async (text) => {
        await store.stage(oneByte(), 1);
        await store.marker.replace(text);
      },
    }),
  'another adapter over the same storage finds the marker and the key': (store) => store,
  'the key is kept once it is claimed, apart from the marker and from all blobs': (store) =>
    sabotaged(store, { installationKey: store.marker }),
};

describe('the contract of quarantine and marker', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function moving(store: BlobStore, move: (key: string, areas: BlobMove) => Promise<boolean>): BlobStore {
  return sabotaged(store, { move });
}

function quarantining(store: BlobStore, replacements: (area: BlobArea) => Partial<BlobArea>): BlobStore {
  return sabotagedArea(store, 'quarantine', replacements);
}

function marking(store: BlobStore, replacements: Partial<StoreMarker>): BlobStore {
  return sabotaged(store, { marker: sabotaged<StoreMarker>(store.marker, replacements) });
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
}
