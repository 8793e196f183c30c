import { strict as assert } from 'node:assert';
import type { PreparedBlob, PreparedUploadRepository } from '@cairn/images/spi';
import type { Contract } from '../contract.js';

const NOW = 1_800_000_000_000;
const ROUNDS = 20;

const aPreparedBlob = (blobKey: string, given: Partial<PreparedBlob> = {}): PreparedBlob => ({
  blobKey,
  owner: 'alice',
  preparedAt: NOW,
  ...given,
});

const ALL = { before: NOW + 1, limit: 100 };

const keysOf = (blobs: readonly PreparedBlob[]): readonly string[] => blobs.map(({ blobKey }) => blobKey);

/** Rules for every `PreparedUploadRepository`. */
export const preparedUploadRepositoryContract = {
  'a prepared blob is taken once, and then is there no more': async ({ open }) => {
    const prepared = await open();
    for (const key of ['a', 'b']) await prepared.add(aPreparedBlob(key));
    assert.equal(await prepared.take('absent'), false);
    assert.equal(await prepared.take('a'), true);
    assert.equal(await prepared.take('a'), false);
    assert.equal(await prepared.giveUp('a'), false);
    assert.deepEqual(keysOf(await prepared.list(ALL)), ['b']);
    await prepared.add(aPreparedBlob('a')); // its record was refused
    assert.equal(await prepared.take('a'), true);
  },

  'a blob that was given up is never taken, and may be given up again until it is removed': async ({
    open,
  }) => {
    const prepared = await open();
    await prepared.add(aPreparedBlob('a'));
    assert.equal(await prepared.giveUp('absent'), false);
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await prepared.giveUp('a'), true);
      assert.equal(await prepared.take('a'), false);
    }
    for (const key of ['a', 'absent']) await prepared.remove(key);
    assert.equal(await prepared.giveUp('a'), false);
    assert.deepEqual(await prepared.list(ALL), []);
  },

  'of a take and a give-up at once, one has the blob': async ({ open }) => {
    const prepared = await open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `blob${round}`;
      await prepared.add(aPreparedBlob(key));
      const calls = [prepared.take(key), prepared.giveUp(key)];
      const results = await Promise.all(round % 2 === 0 ? calls : calls.toReversed());
      assert.equal(results.filter(Boolean).length, 1);
    }
  },

  'those prepared before a time and those given up are listed by ascending key, with all that is known':
    async ({ open }) => {
      const prepared = await open();
      const old = aPreparedBlob('b', { preparedAt: NOW - 2, owner: 'bob', reservation: 'r' });
      for (const blob of [
        aPreparedBlob('c', { preparedAt: NOW - 1 }),
        old,
        aPreparedBlob('a'),
        aPreparedBlob('B'),
      ])
        await prepared.add(blob);
      await prepared.giveUp('B');
      const before = NOW - 1;
      assert.deepEqual(await prepared.list({ before, limit: 9 }), [aPreparedBlob('B'), old]);
      assert.deepEqual(keysOf(await prepared.list({ before: NOW, limit: 2 })), ['B', 'b']);
      assert.deepEqual(keysOf(await prepared.list({ before: NOW, limit: 2, after: 'b' })), ['c']);
      assert.deepEqual(keysOf(await prepared.list(ALL)), ['B', 'a', 'b', 'c']);
      assert.deepEqual(keysOf(await prepared.list({ ...ALL, owner: 'bob' })), ['b']);
    },

  'prepared blobs, and which were given up, are there after a restart': async ({ open, reopen }) => {
    const prepared = await open();
    for (const key of ['a', 'b']) await prepared.add(aPreparedBlob(key));
    await prepared.giveUp('a');
    const reopened = await reopen(prepared);
    assert.deepEqual(keysOf(await reopened.list(ALL)), ['a', 'b']);
    assert.deepEqual(keysOf(await reopened.list({ before: 0, limit: 9 })), ['a']);
  },
} satisfies Contract<PreparedUploadRepository>;
