import { assert } from '../assert.js';
import type { BlobStore } from '@cairn/images/spi';
import {
  assertAbsent,
  assertSame,
  gathered,
  HOUR_MS,
  inPieces,
  keysBehind,
  put,
  read,
  someBytes,
} from './blob-bytes.js';
import { blobAreaRules } from './blob-area.rules.js';
import { blobQuarantineRules } from './blob-quarantine.rules.js';
import { blobStagingRules } from './blob-staging.rules.js';
import type { Contract } from '../contract.js';
import { storeMarkerRules } from '../store-marker.rules.js';

const MEGABYTE = 1024 * 1024;
/** Some stores keep whole seconds, of a clock that file systems read in ticks of 10 ms. */
const TOLERANCE_MS = 1_100;

const mixedCase = ['b', 'B', 'a', 'A', '0', '9z', '9', 'aB', 'ab', 'Ab', 'AB', 'zzz', 'zz0', 'Z', 'a0'];

/** Rules for every `BlobStore`. */
export const blobStoreContract = {
  ...blobStagingRules,
  ...blobAreaRules,
  ...blobQuarantineRules,
  ...storeMarkerRules,

  'what is committed comes back byte for byte, whatever its size': async ({ open }) => {
    const store = await open();
    for (const length of [1, 65_536, 65_537, 300_000, 5 * MEGABYTE]) {
      await put(store, `size${length}`, someBytes(length));
      assertSame(await read(store, `size${length}`), someBytes(length), `${length} bytes`);
    }
  },

  'an empty blob is a blob': async ({ open }) => {
    const store = await open();
    await put(store, 'empty', new Uint8Array());
    assertSame(await read(store, 'empty'), new Uint8Array());
    assert.equal((await store.area('originals').find('empty'))?.key, 'empty');
  },

  'a range gives exactly its bytes': async ({ open }) => {
    const store = await open();
    for (const length of [10, 700_000]) {
      const bytes = someBytes(length);
      const key = `size${length}`;
      await put(store, key, bytes);
      const middle = length / 2;
      for (const [start, end] of [
        [0, 0],
        [length - 1, length - 1],
        [middle - 2, middle + 1],
        [1, length - 2],
        [0, length - 1],
      ] as const) {
        assert.deepEqual(
          await read(store, key, { start, end }),
          bytes.subarray(start, end + 1),
          `${start}-${end}/${length}`,
        );
      }
    }
  },

  'an absent key is BlobNotFound to get and nothing to find': async ({ open }) => {
    const store = await open();
    await put(store, 'other', someBytes(10));
    await assertAbsent(store, 'absent');
    await assert.rejects(store.area('originals').get('absent', { start: 0, end: 0 }), {
      code: 'blob-not-found',
      key: 'absent',
    });
  },

  'delete removes the blob alone, and succeeds when there is none': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(10));
    await put(store, 'key2', someBytes(20));
    for (const key of ['key', 'key', 'never']) await store.area('originals').delete(key);
    await assertAbsent(store, 'key');
    assertSame(await read(store, 'key2'), someBytes(20));
  },

  'the listing ascends by code units and pages without gap or repetition': async ({ open }) => {
    const store = await open();
    for (const key of mixedCase) await put(store, key, someBytes(key.length));
    const ascending = mixedCase.toSorted((left, right) => (left < right ? -1 : 1));
    for (const limit of [1, 2, 4, ascending.length, 100]) {
      assert.deepEqual(await everyKey(store, limit), ascending, `with pages of ${limit}`);
    }
  },

  'the listing goes on behind a key that is stored no more': async ({ open }) => {
    const store = await open();
    for (const key of ['a', 'ab', 'b', 'ba']) await put(store, key, someBytes(1));
    await store.area('originals').delete('ab');
    assert.deepEqual(await keysBehind(store, 'ab'), ['b', 'ba']);
    assert.deepEqual(await keysBehind(store, 'aZ'), ['b', 'ba']);
    assert.deepEqual(await keysBehind(store, 'ba'), []);
  },

  'find and list return the same size and time of a blob': async ({ open }) => {
    const store = await open();
    const before = Date.now() - TOLERANCE_MS;
    await put(store, 'key', someBytes(10));
    const found = await store.area('originals').find('key');
    assert.equal(found?.sizeInBytes, 10);
    const { storedAt } = found;
    assert.ok(Number.isInteger(storedAt), 'storedAt is no whole number of milliseconds');
    assert.ok(storedAt >= before && storedAt <= Date.now() + TOLERANCE_MS, `storedAt is ${storedAt}`);
    assert.deepEqual(await store.area('originals').list(10, undefined), [found]);
  },

  'concurrent blobs do not mix': async ({ open }) => {
    const store = await open();
    const sizes = Array.from({ length: 40 }, (_, index) => 1 + index * 4_321);
    await Promise.all(sizes.map((size) => put(store, `many${size}`, someBytes(size))));
    await Promise.all(
      sizes.map(async (size) =>
        assertSame(await read(store, `many${size}`), someBytes(size), `${size} bytes`),
      ),
    );
  },

  'a reader abandoned early, or never begun, leaves the store as it was': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(MEGABYTE));
    const originals = store.area('originals');
    for (let round = 0; round < 50; round += 1) {
      await originals.get('key');
      const reader = (await originals.get('key'))[Symbol.asyncIterator]();
      await reader.return?.();
      for await (const piece of await originals.get('key')) if (piece.length > 0) break;
    }
    assertSame(await read(store, 'key'), someBytes(MEGABYTE));
  },

  'a reader overtaken by a delete gets every byte or an error': async ({ open }) => {
    const store = await open();
    for (const length of [100, MEGABYTE]) {
      await put(store, 'key', someBytes(length));
      const reader = await store.area('originals').get('key');
      await store.area('originals').delete('key');
      const [outcome] = await Promise.allSettled([gathered(reader)]);
      if (outcome.status === 'fulfilled') assertSame(outcome.value, someBytes(length));
    }
  },

  'another adapter over the same storage finds what was committed, and that alone': async ({
    open,
    reopen,
  }) => {
    const store = await open();
    await put(store, 'key', someBytes(300_000));
    await store.stage(inPieces(someBytes(10)), 10);
    const again = await reopen(store);
    assert.deepEqual(await keysBehind(again, undefined), ['key']);
    assertSame(await read(again, 'key'), someBytes(300_000));
    await again.discardStagedBefore(Date.now() + HOUR_MS);
    assert.equal(await again.discardStagedBefore(Date.now() + HOUR_MS), 0, 'something stayed staged');
    assert.deepEqual(await keysBehind(again, undefined), ['key']);
  },
} satisfies Contract<BlobStore>;

async function everyKey(store: BlobStore, limit: number): Promise<readonly string[]> {
  const originals = store.area('originals');
  const keys: string[] = [];
  for (
    let page = await originals.list(limit, undefined);
    page.length > 0;
    page = await originals.list(limit, keys.at(-1))
  ) {
    assert.ok(page.length <= limit, `${page.length} blobs came where ${limit} were asked for`);
    keys.push(...page.map(({ key }) => key));
    assert.ok(keys.length <= mixedCase.length, 'the listing goes round in a ring');
  }
  return keys;
}
