import { assert } from '../assert.js';
import type { Account } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import type { CatalogRepository } from '@cairn/images/spi';
import { anAccount } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import { later } from '../saboteurs.js';

const MOST_TRIES = 10_000;

interface OpenedQuotas {
  readonly images?: number | undefined;
  readonly bytes?: number | undefined;
}

/** The use case under test, and the repositories that show its effect. */
export interface AccountOpeningPorts {
  readonly openings: {
    add(account: Account, quotas: OpenedQuotas): Promise<void>;
  };
  readonly accounts: AccountRepository;
  readonly catalog: CatalogRepository;
}

/** Rules for storing an account together with its quotas. */
export const accountOpeningContract = {
  'an account is stored with its own quota, or without one': async ({ open }) => {
    const { openings, accounts, catalog } = await open();
    for (const quotas of [{}, { images: 0 }, { images: 7 }, { bytes: 8 }, { images: 7, bytes: 0 }]) {
      const account = anAccount();
      await openings.add(account, quotas);
      assert.deepEqual(await accounts.get(account.id), account);
      const { quota, byteQuota } = await catalog.usage(account.id);
      assert.deepEqual(
        { images: quota, bytes: byteQuota },
        { images: undefined, bytes: undefined, ...quotas },
      );
    }
  },

  'account and quota become visible at once': async ({ open }) => {
    const { openings, accounts, catalog } = await open();
    for (let round = 1; round <= 10; round += 1) {
      const account = anAccount();
      const adding = openings.add(account, { images: 7 });
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
    await assert.rejects(openings.add(refused, { images: 5, bytes: -1 }));
    assert.equal((await rejection(accounts.get(refused.id))).code, 'account-not-found');
    assert.deepEqual(await catalog.usage(refused.id), { imageCount: 0 });
    await openings.add(stored, { images: 7 });
    await assert.rejects(openings.add({ ...stored, name: 'Another' }, { images: 8 }));
    assert.deepEqual(await accounts.get(stored.id), stored);
    assert.deepEqual(await catalog.usage(stored.id), { imageCount: 0, quota: 7 });
  },
} satisfies Contract<AccountOpeningPorts>;
