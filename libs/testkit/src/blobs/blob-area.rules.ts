import { assert } from '../assert.js';
import type { NewBlobArea } from '@cairn/images';
import type { BlobStore } from '@cairn/images/spi';
import {
  assertSame,
  gathered,
  fromQuarantine,
  HOUR_MS,
  keysIn,
  put,
  someBytes,
  toQuarantine,
} from './blob-bytes.js';
import { aBlob } from '../builders.js';
import type { Contract } from '../contract.js';

/** A different blob length for each area. */
const lengths: Readonly<Record<NewBlobArea, number>> = {
  originals: 1,
  derivatives: 20,
  staged: 300,
  archives: 4_000,
};
const newAreas: readonly NewBlobArea[] = ['originals', 'derivatives', 'staged', 'archives'];

/** Rules for the areas of every blob store. */
export const blobAreaRules = {
  'the same key in two areas is two blobs': async ({ open }) => {
    const store = await filled(await open());
    for (const name of newAreas) await assertHolds(store, name);
    assert.deepEqual(await keysIn(store.area('quarantine')), []);
  },

  'a blob deleted in one area stays in every other': async ({ open }) => {
    const store = await filled(await open());
    for (const deleted of newAreas) {
      await store.area(deleted).delete('key');
      await store.area('quarantine').delete('key');
      for (const name of newAreas) if (name !== deleted) await assertHolds(store, name);
      await assert.rejects(store.area(deleted).get('key'), { code: 'blob-not-found' });
      assert.deepEqual(await keysIn(store.area(deleted)), []);
      await put(store, aBlob('key', deleted), someBytes(lengths[deleted]));
    }
  },

  'an original that is moved leaves its area for quarantine, and comes back from there': async ({ open }) => {
    const store = await filled(await open());
    assert.equal(await store.move('key', toQuarantine), true);
    assert.equal(await store.area('originals').find('key'), undefined);
    assert.deepEqual(await keysIn(store.area('quarantine')), ['key']);
    assertSame(await gathered(await store.area('quarantine').get('key')), someBytes(lengths.originals));
    for (const name of newAreas) if (name !== 'originals') await assertHolds(store, name);
    assert.equal(await store.move('key', fromQuarantine), true);
    await assertHolds(store, 'originals');
  },

  'what was staged under a key is discarded with its like once it is old, and nothing else is': async ({
    open,
  }) => {
    const store = await filled(await open());
    await put(store, 'aside', someBytes(1));
    await store.move('aside', toQuarantine);
    assert.equal(await store.discardStagedBefore(Date.now() - HOUR_MS), 0);
    await assertHolds(store, 'staged');
    assert.equal(await store.discardStagedBefore(Date.now() + HOUR_MS), 1);
    assert.deepEqual(await keysIn(store.area('staged')), []);
    for (const name of newAreas) if (name !== 'staged') await assertHolds(store, name);
    assert.deepEqual(await keysIn(store.area('quarantine')), ['aside']);
  },

  'another adapter over the same storage finds each area as it was': async ({ open, reopen }) => {
    const store = await filled(await open());
    await put(store, 'aside', someBytes(1));
    await store.move('aside', toQuarantine);
    const again = await reopen(store);
    for (const name of newAreas) await assertHolds(again, name);
    assert.deepEqual(await keysIn(again.area('quarantine')), ['aside']);
  },
} satisfies Contract<BlobStore>;

async function filled(store: BlobStore): Promise<BlobStore> {
  for (const name of newAreas) await put(store, aBlob('key', name), someBytes(lengths[name]));
  return store;
}

async function assertHolds(store: BlobStore, name: NewBlobArea): Promise<void> {
  const area = store.area(name);
  assertSame(await gathered(await area.get('key')), someBytes(lengths[name]), `the bytes in ${name}`);
  assert.equal((await area.find('key'))?.sizeInBytes, lengths[name]);
  assert.deepEqual(await keysIn(area), ['key'], `the keys in ${name}`);
}
