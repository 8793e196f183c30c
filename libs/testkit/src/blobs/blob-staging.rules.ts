import { assert } from '../assert.js';
import { createHash } from 'node:crypto';
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
import { EndlessSource, failing, reusing } from './blob-sources.js';
import { aBlob } from '../builders.js';
import type { Contract } from '../contract.js';
import { until } from '../until.js';

const LIMIT = 4 * 1024 * 1024;
/** Sizes around what adapters hold in memory. */
const lengths = [0, 1, 200_000, 1024 * 1024, 1024 * 1024 + 1, 3_000_000];
const oddKeys = [
  '',
  '.',
  '..',
  '../escaped',
  'a/b',
  '/etc/passwd',
  'a\\b',
  'a\0b',
  'a b',
  'a.png',
  'é',
  'x'.repeat(65),
];

/** Rules for staged bytes, before and after the commit. */
export const blobStagingRules = {
  'staged bytes have their size and SHA-256': async ({ open }) => {
    const store = await open();
    for (const length of lengths) {
      const bytes = someBytes(length);
      const staged = await store.stage(inPieces(bytes, 1_000), LIMIT);
      assert.equal(staged.sizeInBytes, length);
      assert.equal(staged.sha256, createHash('sha256').update(bytes).digest('hex'));
    }
  },

  'staged bytes can be read as often as needed, and from their file if they have one': async ({ open }) => {
    const store = await open();
    for (const length of lengths) {
      const bytes = someBytes(length);
      const staged = await store.stage(inPieces(bytes), LIMIT);
      assertSame(await gathered(staged.read()), bytes);
      assertSame(await gathered(staged.read()), bytes, 'at the second time');
    }
  },

  'reading on after the end yields no other bytes': async ({ open }) => {
    const store = await open();
    const bytes = someBytes(1024 * 1024);
    for (const isStored of [false, true]) {
      const staged = await store.stage(inPieces(bytes), LIMIT);
      const reader = staged.read()[Symbol.asyncIterator]();
      const given: Uint8Array[] = [];
      await take(reader, 2, given);
      await (isStored ? staged.commit(aBlob('key')) : staged.discard());
      await store.stage(inPieces(bytes.map((byte) => ~byte)), LIMIT);
      await take(reader, Infinity, given).catch(() => undefined);
      const all = Buffer.concat(given);
      assertSame(all, bytes.subarray(0, all.length));
    }
  },

  'nothing is stored under a key before the commit': async ({ open }) => {
    const store = await open();
    const staged = await store.stage(inPieces(someBytes(100)), LIMIT);
    await assertAbsent(store, 'key');
    assert.deepEqual(await keysBehind(store, undefined), []);
    await staged.commit(aBlob('key'));
    assertSame(await read(store, 'key'), someBytes(100));
  },

  'a source may use its buffer again, and a reader may write into what it got': async ({ open }) => {
    const store = await open();
    const staged = await store.stage(reusing(Buffer.alloc(4), ['abcd', 'efgh']), LIMIT);
    for await (const piece of staged.read()) piece.fill(0);
    await staged.commit(aBlob('key'));
    for await (const piece of await store.area('originals').get('key')) piece.fill(0);
    assert.equal(Buffer.from(await read(store, 'key')).toString(), 'abcdefgh');
  },

  'discarded bytes cannot be committed': async ({ open }) => {
    const store = await open();
    const staged = await store.stage(inPieces(someBytes(10)), LIMIT);
    await staged.discard();
    await staged.discard();
    await assert.rejects(staged.commit(aBlob('key')));
    await assertAbsent(store, 'key');
    await assertNothingStaged(store);
  },

  'discard after the commit does nothing': async ({ open }) => {
    const store = await open();
    const staged = await store.stage(inPieces(someBytes(10)), LIMIT);
    await staged.commit(aBlob('key'));
    await staged.discard();
    assertSame(await read(store, 'key'), someBytes(10));
    await assertNothingStaged(store);
  },

  'bytes can be committed only once': async ({ open }) => {
    const store = await open();
    const staged = await store.stage(inPieces(someBytes(10)), LIMIT);
    await staged.commit(aBlob('key'));
    await assert.rejects(staged.commit(aBlob('key2')));
    await assertAbsent(store, 'key2');
  },

  'a key is written once, however many commit under it at the same time': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(10));
    await assert.rejects(put(store, 'key', someBytes(20)));
    assertSame(await read(store, 'key'), someBytes(10));
    const sizes = [1, 2, 3, 4, 5, 6];
    const outcomes = await Promise.allSettled(sizes.map((size) => put(store, 'raced', someBytes(size))));
    const winners = sizes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    assert.equal(winners.length, 1, `${winners.length} commits under one key were acknowledged`);
    assert.deepEqual([(await read(store, 'raced')).length], winners);
  },

  'a source that fails midway is the error of stage, and nothing stays staged': async ({ open }) => {
    const store = await open();
    const failure = new Error('the client went away');
    await assert.rejects(store.stage(failing(failure), LIMIT), (error) => error === failure);
    await assertNothingStaged(store);
  },

  'as many bytes as the limit are taken, one more is FileTooLarge': async ({ open }) => {
    const store = await open();
    for (const limit of [0, 1, 100_000]) {
      assert.equal((await store.stage(inPieces(someBytes(limit), 1_000), limit)).sizeInBytes, limit);
      const tooMuch = store.stage(inPieces(someBytes(limit + 1), 1_000), limit);
      await assert.rejects(tooMuch, { code: 'file-too-large', limitInBytes: limit });
    }
    assert.equal(await store.discardStagedBefore(Date.now() + HOUR_MS), 3);
  },

  'past the limit the source is closed and read no further': async ({ open }) => {
    const store = await open();
    const source = new EndlessSource();
    await assert.rejects(store.stage(source, 2_500), { code: 'file-too-large' });
    assert.equal(source.given, 3);
    assert.equal(source.closed, true);
    await assertNothingStaged(store);
  },

  'discardStagedBefore discards what is older, nothing younger and nothing committed': async ({ open }) => {
    const store = await open();
    await put(store, 'key', someBytes(10));
    const old = await store.stage(inPieces(someBytes(20)), LIMIT);
    const between = Date.now() + 30;
    await until('the time is another', () => Date.now() > between + 30);
    const young = await store.stage(inPieces(someBytes(30)), LIMIT);
    assert.equal(await store.discardStagedBefore(between), 1);
    assert.equal(await store.discardStagedBefore(between), 0);
    await assert.rejects(old.commit(aBlob('old')));
    await young.commit(aBlob('young'));
    assert.deepEqual(await keysBehind(store, undefined), ['key', 'young']);
  },

  'what is staged to be read can be committed too, and the purpose is asked for when all bytes are in':
    async ({ open }) => {
      const store = await open();
      for (const length of lengths) {
        let given = 0;
        const bytes = (async function* () {
          for await (const piece of inPieces(someBytes(length))) {
            yield piece;
            given += piece.length;
          }
        })();
        const staged = await store.stage(bytes, LIMIT, () => {
          assert.equal(given, length, 'asked too early');
          return 'read';
        });
        assertSame(await gathered(staged.read()), someBytes(length));
        await staged.commit(aBlob(`key${length}`));
        assertSame(await read(store, `key${length}`), someBytes(length));
        await (await store.stage(inPieces(someBytes(length)), LIMIT, () => 'read')).discard();
      }
      await assertNothingStaged(store);
    },

  'a string that is not a key names no blob, whatever it means to a file system': async ({ open }) => {
    const store = await open();
    for (const key of oddKeys) {
      await assert.rejects(put(store, key, someBytes(10)), `committed under ${JSON.stringify(key)}`);
      await assertAbsent(store, key);
      await store.area('originals').delete(key);
    }
    await put(store, 'x'.repeat(64), someBytes(10));
    assert.deepEqual(await keysBehind(store, undefined), ['x'.repeat(64)]);
  },
} satisfies Contract<BlobStore>;

async function take(reader: AsyncIterator<Uint8Array>, count: number, given: Uint8Array[]): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const step = await reader.next();
    if (step.done === true) return;
    given.push(step.value);
  }
}

async function assertNothingStaged(store: BlobStore): Promise<void> {
  assert.equal(await store.discardStagedBefore(Date.now() + HOUR_MS), 0, 'something stayed staged');
}
