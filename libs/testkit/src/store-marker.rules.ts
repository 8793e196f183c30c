import { assert } from './assert.js';
import { perBlobArea, type BlobStore } from '@cairn/images/spi';
import { HOUR_MS, keysIn, put, someBytes } from './blobs/blob-bytes.js';
import { several } from './builders.js';
import type { Contract } from './contract.js';

/** Rules for the marker and the key of a blob store. */
export const storeMarkerRules = {
  'a store has no marker until one is claimed, and keeps the first': async ({ open }) => {
    const { marker } = await open();
    assert.equal(await marker.find(), undefined);
    const first = `${'é'.repeat(500)}\n`;
    assert.equal(await marker.claim(first), first);
    assert.equal(await marker.claim('second'), first);
    assert.equal(await marker.find(), first);
  },

  'of concurrent claims of the marker one succeeds, and all return it': async ({ open }) => {
    for (let round = 0; round < 3; round += 1) {
      const { marker, installationKey } = await open();
      for (const claimed of [marker, installationKey]) {
        const given = await Promise.all(several(10, (number) => claimed.claim(`claim ${number}`)));
        assert.deepEqual(new Set(given), new Set([await claimed.find()]));
      }
    }
  },

  'the key is kept once it is claimed, apart from the marker and from all blobs': async ({ open }) => {
    const store = await open();
    await store.marker.claim('the marker');
    assert.equal(await store.installationKey.find(), undefined);
    assert.equal(await store.installationKey.claim('the key'), 'the key');
    assert.equal(await store.installationKey.claim('another'), 'the key');
    const keys = perBlobArea((name) => keysIn(store.area(name)));
    assert.deepEqual((await Promise.all(Object.values(keys))).flat(), []);
    assert.equal(await store.marker.find(), 'the marker');
  },

  'a replaced marker is the new one, whole': async ({ open }) => {
    const { marker } = await open();
    await marker.replace('the first, a long one');
    await marker.replace('short');
    assert.equal(await marker.find(), 'short');
    assert.equal(await marker.claim('late'), 'short');
  },

  'the marker is no blob, and nothing of it is left staged': async ({ open }) => {
    const store = await open();
    await store.marker.claim('claimed');
    await store.marker.replace('replaced');
    await put(store, 'key', someBytes(10));
    const keys = perBlobArea((name) => keysIn(store.area(name)));
    assert.deepEqual((await Promise.all(Object.values(keys))).flat(), ['key']);
    assert.equal(await store.discardStagedBefore(Date.now() + HOUR_MS), 0, 'something is staged');
    assert.equal(await store.marker.find(), 'replaced');
  },

  'another adapter over the same storage finds the marker and the key': async ({ open, reopen }) => {
    const store = await open();
    await store.marker.claim('claimed');
    await store.installationKey.claim('the key');
    const { marker, installationKey } = await reopen(store);
    assert.deepEqual([await marker.find(), await installationKey.find()], ['claimed', 'the key']);
  },
} satisfies Contract<BlobStore>;
