import { assert } from '../assert.js';
import type { BaseMap } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import { anAccount, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed, everyItem } from '../listings.js';
import { unusualStrings } from '../unusual-strings.js';
import { rejection } from '../outcomes.js';
import { mutate } from '../mutate.js';

const aBaseMap = (given: Partial<BaseMap> = {}): BaseMap => ({
  kind: 'style',
  url: 'https://tiles.example.org/style.json',
  attribution: '[© Ä](https://example.org/)',
  maxZoom: 19,
  origins: ['https://tiles.example.org', 'https://fonts.example.org'],
  ...given,
});

/** Rules for every `AccountRepository`. */
export const accountRepositoryContract = {
  'get and list return every field, unusual and long names too': async ({ open }) => {
    const accounts = await open();
    const stored = [...unusualStrings, '🪨'.repeat(200)].map((name) => anAccount({ name }));
    for (const account of stored) await accounts.add(account);
    for (const account of stored) assert.deepEqual(await accounts.get(account.id), account);
    assert.deepEqual(await everyItem((page) => accounts.list(page), 5), stored);
  },

  'values passed in and returned are copies': async ({ open }) => {
    const accounts = await open();
    const [first, second] = [anAccount(), anAccount()];
    const expected = [{ ...first }, { ...second }];
    mutate(await accounts.addFirst(first));
    mutate(first);
    await accounts.add(second);
    mutate(second);
    mutate(await accounts.addFirst(anAccount()));
    for (const { id } of expected) mutate(await accounts.get(id));
    mutate(await accounts.list({ limit: 5 }));
    assert.deepEqual((await accounts.list({ limit: 5 })).items, expected);
  },

  'get of an absent account is AccountNotFound': async ({ open }) => {
    const accounts = await open();
    await accounts.add(anAccount({ id: 'Present' }));
    for (const id of ['absent', 'present', 'Presen_', 'P%', '', '\0', "'"]) {
      assert.equal((await rejection(accounts.get(id))).code, 'account-not-found', JSON.stringify(id));
    }
  },

  'an account is renamed, and no other, and nothing else of it': async ({ open }) => {
    const accounts = await open();
    const [renamed, other] = [anAccount({ name: 'Same' }), anAccount({ name: 'Same' })];
    for (const account of [renamed, other]) await accounts.add(account);
    for (const name of [...unusualStrings, 'Other']) {
      assert.deepEqual(await accounts.rename(renamed.id, name), { ...renamed, name });
      assert.deepEqual(await everyItem((page) => accounts.list(page), 5), [{ ...renamed, name }, other]);
    }
    assert.equal((await rejection(accounts.rename('absent', 'Name'))).code, 'account-not-found');
    assert.equal((await accounts.list({ limit: 5 })).items.length, 2);
  },

  'an account has one base map or none, and no other account has it': async ({ open }) => {
    const accounts = await open();
    const [chosen, other] = [anAccount(), anAccount()];
    for (const account of [chosen, other]) await accounts.add(account);
    for (const baseMap of [
      aBaseMap(),
      aBaseMap({ kind: 'raster', url: unusualStrings.join(''), maxZoom: 0 }),
    ]) {
      const given = { ...baseMap, origins: [...baseMap.origins] };
      const expected = { ...chosen, baseMap };
      assert.deepEqual(await accounts.putBaseMap(chosen.id, given), expected);
      given.origins.push('https://late.example');
      assert.deepEqual(await accounts.get(chosen.id), expected);
      assert.deepEqual((await accounts.list({ limit: 5 })).items, [expected, other]);
      assert.deepEqual(await accounts.rename(chosen.id, chosen.name), expected);
    }
    assert.deepEqual(await accounts.putBaseMap(chosen.id, undefined), chosen);
    assert.deepEqual(await everyItem((page) => accounts.list(page), 5), [chosen, other]);
    assert.equal((await rejection(accounts.putBaseMap('absent', aBaseMap()))).code, 'account-not-found');
  },

  'addFirst stores and returns the account if there is none': async ({ open }) => {
    const accounts = await open();
    const account = anAccount();
    assert.deepEqual(await accounts.addFirst(account), account);
    assert.deepEqual(await accounts.get(account.id), account);
  },

  'addFirst returns the oldest account if there are any, and stores nothing': async ({ open }) => {
    const accounts = await open();
    const oldest = anAccount({ id: 'b', createdAt: 2_000 });
    await accounts.add(anAccount({ id: 'a', createdAt: 3_000 }));
    await accounts.add(anAccount({ id: 'c', createdAt: 2_000 }));
    await accounts.add(oldest);
    assert.deepEqual(await accounts.addFirst(anAccount({ id: 'd', createdAt: 1_000 })), oldest);
    await assertListed((page) => accounts.list(page), ['b', 'c', 'a']);
  },

  'concurrent calls of addFirst store one account, and all return it': async ({ open }) => {
    for (let round = 1; round <= 3; round += 1) {
      const accounts = await open();
      await Promise.all(several(20, () => accounts.list({ limit: 1 }))); // warms up the connection pool, so that all calls start at once
      const given = await Promise.all(several(20, () => accounts.addFirst(anAccount())));
      const { items } = await accounts.list({ limit: 50 });
      assert.equal(items.length, 1);
      for (const account of given) assert.deepEqual([account], items);
    }
  },

  'accounts are listed oldest first, then by ascending identifier in code units, on pages of any size':
    async ({ open }) => {
      const accounts = await open();
      for (const id of ['b', 'Z', 'a', '9', 'B', 'z', 'A'])
        await accounts.add(anAccount({ id, createdAt: 2_000 }));
      await accounts.add(anAccount({ id: 'newest', createdAt: 10_000 }));
      await accounts.add(anAccount({ id: 'oldest', createdAt: 999 }));
      const expected = ['oldest', '9', 'A', 'B', 'Z', 'a', 'b', 'z', 'newest'];
      await assertListed((page) => accounts.list(page), expected);
    },

  'accounts added concurrently are all stored': async ({ open }) => {
    const accounts = await open();
    const stored = several(30, () => anAccount());
    await Promise.all(stored.map((account) => accounts.add(account)));
    assert.deepEqual(await everyItem((page) => accounts.list(page), 7), stored);
  },

  'accounts are there after a restart, and addFirst adds no other': async ({ open, reopen }) => {
    const accounts = await open();
    const { id } = await accounts.addFirst(anAccount());
    const account = await accounts.putBaseMap(id, aBaseMap());
    const again = await reopen(accounts);
    assert.deepEqual(await again.addFirst(anAccount()), account);
    assert.deepEqual(await again.list({ limit: 5 }), { items: [account] });
  },
} satisfies Contract<AccountRepository>;
