import { strict as assert } from 'node:assert';
import type { Account } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import type { CatalogRepository } from '@cairn/images/spi';
import { anAccount } from './builders.js';
import type { Contract } from './contract.js';
import { rejection } from './outcomes.js';
import { later } from './saboteurs.js';

const MOST_TRIES = 10_000;

/** The use case under test, and the repositories that show its effect. */
export interface AccountOpeningPorts {
  readonly openings: { add(account: Account, imageQuota: number | undefined): Promise<void> };
  readonly accounts: AccountRepository;
  readonly catalog: CatalogRepository;
}

/** Rules for storing an account together with its image quota. */
export const accountOpeningContract = {
  'an account is stored with its own quota, or without one': async ({ open }) => {
    const { openings, accounts, catalog } = await open();
    for (const quota of [undefined, 0, 7]) {
      const account = anAccount();
      await openings.add(account, quota);
      assert.deepEqual(await accounts.get(account.id), account);
      assert.deepEqual(
        await catalog.usage(account.id),
        quota === undefined ? { imageCount: 0 } : { imageCount: 0, quota },
      );
    }
  },

  'account and quota become visible at once': async ({ open }) => {
    const { openings, accounts, catalog } = await open();
    for (let round = 1; round <= 10; round += 1) {
      const account = anAccount();
      const adding = openings.add(account, 7);
      const isThere = (): Promise<boolean> =>
        accounts.get(account.id).then(
          () => true,
          () => false,
        );
      for (let tries = 0; tries < MOST_TRIES && !(await isThere()); tries += 1) await later();
      assert.deepEqual(await catalog.usage(account.id), { imageCount: 0, quota: 7 });
      await adding;
    }
  },

  'if one of the two cannot be stored, neither is': async ({ open }) => {
    const { openings, accounts, catalog } = await open();
    const [refused, stored] = [anAccount(), anAccount()];
    await assert.rejects(openings.add(refused, -1));
    assert.equal((await rejection(accounts.get(refused.id))).code, 'account-not-found');
    assert.deepEqual(await catalog.usage(refused.id), { imageCount: 0 });
    await openings.add(stored, 7);
    await assert.rejects(openings.add({ ...stored, name: 'Another' }, 8));
    assert.deepEqual(await accounts.get(stored.id), stored);
    assert.deepEqual(await catalog.usage(stored.id), { imageCount: 0, quota: 7 });
  },
} satisfies Contract<AccountOpeningPorts>;
