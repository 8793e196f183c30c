import { assert } from '../assert.js';
import type { BlobStore } from '@cairn/images/spi';
import {
  assertAbsent,
  assertSame,
  fromQuarantine,
  keysBehind,
  keysIn,
  put,
  read,
  someBytes,
  toQuarantine,
} from './blob-bytes.js';
import type { Contract } from '../contract.js';
import { until } from '../until.js';

const MEGABYTE = 1024 * 1024;
const TOLERANCE_MS = 2_000;

/** Rules for blobs that are taken out of service. */
export const blobQuarantineRules = {
  'a quarantined blob is out of service, and no other is': async ({ open }) => {
    const store = await open();
    for (const key of ['key', 'key2', 'Key']) await put(store, key, someBytes(10));
    await store.move('key', toQuarantine);
    await assertAbsent(store, 'key');
    assert.deepEqual(await keysBehind(store, undefined), ['Key', 'key2']);
    assertSame(await read(store, 'key2'), someBytes(10));
    assert.deepEqual(await quarantined(store), ['key']);
  },

  'a restored blob comes back byte for byte, and is quarantined no more': async ({ open }) => {
    const store = await open();
    for (const length of [0, 1, 5 * MEGABYTE]) {
      const key = `size${length}`;
      await put(store, key, someBytes(length));
      await store.move(key, toQuarantine);
      assert.equal(await store.move(key, fromQuarantine), true);
      assertSame(await read(store, key), someBytes(length), `${length} bytes`);
      assert.equal((await store.area('originals').find(key))?.key, key);
    }
    assert.deepEqual(await quarantined(store), []);
  },

  'a blob may be quarantined and restored repeatedly': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(10));
    for (let round = 0; round < 3; round += 1) {
      assert.equal(await store.move('key', toQuarantine), true);
      assert.equal(await store.move('key', toQuarantine), true);
      await assertAbsent(store, 'key');
      assert.equal(await store.move('key', fromQuarantine), true);
      assert.equal(await store.move('key', fromQuarantine), true);
      assertSame(await read(store, 'key'), someBytes(10));
    }
  },

  'a move of an absent key changes nothing, and returns false': async ({ open }) => {
    const store = await open();
    await put(store, 'other', someBytes(10));
    for (const key of ['absent', '', '../other', 'a/b']) {
      assert.equal(await store.move(key, toQuarantine), false, JSON.stringify(key));
      assert.equal(await store.move(key, fromQuarantine), false, JSON.stringify(key));
      await store.area('quarantine').delete(key);
    }
    assert.deepEqual(await quarantined(store), []);
    assert.deepEqual(await keysBehind(store, undefined), ['other']);
  },

  'delete removes the quarantined blob alone, and never one in service': async ({ open }) => {
    const store = await open();
    for (const key of ['key', 'key2', 'live']) await put(store, key, someBytes(10));
    await store.move('key', toQuarantine);
    await store.move('key2', toQuarantine);
    for (const key of ['key', 'key', 'live']) await store.area('quarantine').delete(key);
    assert.equal(await store.move('key', fromQuarantine), false);
    assert.deepEqual(await quarantined(store), ['key2']);
    assertSame(await read(store, 'live'), someBytes(10));
  },

  'the quarantine is listed by ascending code units and pages without gap or repetition': async ({
    open,
  }) => {
    const store = await open();
    const quarantine = store.area('quarantine');
    const keys = ['b', 'B', 'a', '0', 'aB', 'ab', 'Z'];
    for (const key of keys) {
      await put(store, key, someBytes(1));
      await store.move(key, toQuarantine);
    }
    const ascending = keys.toSorted((left, right) => (left < right ? -1 : 1));
    for (const limit of [1, 3, 100]) {
      const listed: string[] = [];
      for (let page = await quarantine.list(limit, undefined); page.length > 0;) {
        assert.ok(page.length <= limit, `${page.length} blobs came where ${limit} were asked for`);
        listed.push(...page.map(({ key }) => key));
        assert.ok(listed.length <= keys.length, 'the listing goes round in a ring');
        page = await quarantine.list(limit, listed.at(-1));
      }
      assert.deepEqual(listed, ascending, `with pages of ${limit}`);
    }
  },

  'a quarantined blob has the time of its quarantine, not of its storing': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(10));
    const stored = (await store.area('originals').find('key'))?.storedAt ?? Number.NaN;
    const later = stored + (stored % 1_000 === 0 ? 1_050 : 50); // S3 reports whole seconds
    await until('the time is another', () => Date.now() > later);
    const before = Date.now();
    await store.move('key', toQuarantine);
    const [blob] = await store.area('quarantine').list(10, undefined);
    const since = blob?.storedAt ?? Number.NaN;
    assert.ok(since > stored, `since ${since}, stored at ${stored}`);
    assert.ok(since >= before - TOLERANCE_MS && since <= Date.now() + TOLERANCE_MS, `since ${since}`);
  },

  'another adapter over the same storage finds what is quarantined, and restores it': async ({
    open,
    reopen,
  }) => {
    const store = await open();
    await put(store, 'key', someBytes(300_000));
    await store.move('key', toQuarantine);
    const again = await reopen(store);
    assert.deepEqual(await quarantined(again), ['key']);
    await assertAbsent(again, 'key');
    assert.equal(await again.move('key', fromQuarantine), true);
    assertSame(await read(again, 'key'), someBytes(300_000));
  },
} satisfies Contract<BlobStore>;

async function quarantined(store: BlobStore): Promise<readonly string[]> {
  return await keysIn(store.area('quarantine'));
}
