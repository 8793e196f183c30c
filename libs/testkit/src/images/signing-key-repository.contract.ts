import { assert } from '../assert.js';
import { MAX_SIGNING_KEYS, type SigningKeyRepository } from '@cairn/images/spi';
import { aSigningKey, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';

/** Rules for every `SigningKeyRepository`. */
export const signingKeyRepositoryContract = {
  'a name finds its key with every field, and any other name finds none': async ({ open }) => {
    const keys = await open();
    const made = [aSigningKey(), aSigningKey({ name: 'site' })];
    for (const key of made) await keys.add(key);
    for (const key of made) assert.deepEqual(await keys.findByName(key.name), key);
    for (const name of ['', 'Site', 'site ', 'sit_', '%', '\0', made[0]?.id ?? ''])
      assert.equal(await keys.findByName(name), undefined);
  },

  'a key whose name is taken is SigningKeyExists, and the first stays as it is': async ({ open }) => {
    const keys = await open();
    const first = aSigningKey();
    await keys.add(first);
    const again = keys.add(aSigningKey({ name: first.name }));
    assert.equal((await rejection(again)).code, 'signing-key-exists');
    assert.deepEqual(await keys.list(), [first]);
  },

  'of concurrent keys of one name one is added': async ({ open }) => {
    const keys = await open();
    const { refusals } = await settle(several(10, () => keys.add(aSigningKey({ name: 'wanted' }))));
    assertAll(refusals, 9, 'signing-key-exists');
    assert.equal((await keys.list()).length, 1);
  },

  'keys are listed oldest first, then by ascending identifier': async ({ open }) => {
    const keys = await open();
    const [late, b, a] = [
      aSigningKey({ createdAt: 2 }),
      aSigningKey({ id: 'b', createdAt: 1 }),
      aSigningKey({ id: 'B', createdAt: 1 }),
    ];
    assert.deepEqual(await keys.list(), []);
    for (const key of [late, b, a]) await keys.add(key);
    assert.deepEqual(await keys.list(), [a, b, late]);
  },

  'a removed key is not found any more, at once, and an absent one is SigningKeyNotFound': async ({
    open,
  }) => {
    const keys = await open();
    const [gone, kept] = [aSigningKey(), aSigningKey()];
    for (const key of [gone, kept]) await keys.add(key);
    assert.deepEqual(await keys.findByName(gone.name), gone);
    await keys.remove(gone.id);
    assert.equal(await keys.findByName(gone.name), undefined);
    const { refusals } = await settle([gone.id, 'absent', kept.name].map((id) => keys.remove(id)));
    assertAll(refusals, 3, 'signing-key-not-found');
    assert.deepEqual(await keys.list(), [kept]);
  },

  'the name of a removed key finds the next one that gets it': async ({ open }) => {
    const keys = await open();
    const [before, after] = [aSigningKey({ name: 'site' }), aSigningKey({ name: 'site' })];
    await keys.add(before);
    await keys.findByName('site');
    await keys.remove(before.id);
    await keys.add(after);
    assert.deepEqual(await keys.findByName('site'), after);
  },

  'there are no more keys than allowed, however many are added at once, and a removed one makes room':
    async ({ open }) => {
      const keys = await open();
      for (let count = 3; count < MAX_SIGNING_KEYS; count += 1) await keys.add(aSigningKey());
      const { refusals } = await settle(several(8, () => keys.add(aSigningKey())));
      assertAll(refusals, 5, 'signing-key-limit-reached');
      const [first, ...others] = await keys.list();
      assert.equal(others.length, MAX_SIGNING_KEYS - 1);
      await keys.remove(first?.id ?? '');
      await keys.add(aSigningKey());
    },

  'keys are there after a restart': async ({ open, reopen }) => {
    const keys = await open();
    const key = aSigningKey();
    await keys.add(key);
    assert.deepEqual(await (await reopen(keys)).findByName(key.name), key);
  },
} satisfies Contract<SigningKeyRepository>;
