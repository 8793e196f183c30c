import type { Account, AccountRepository } from '@cairn/access';
import type { CatalogRepository } from '@cairn/images';

/** Stores what a new account is in the domains of accounts and of images, in repositories that are in memory too. */
export class MemoryAccountOpening {
  constructor(
    private readonly repositories: {
      readonly accounts: AccountRepository;
      readonly catalog: CatalogRepository;
    },
  ) {}

  /** Stores the account and, unless it is `undefined`, its image quota: whoever finds the account finds both. */
  async add(account: Account, imageQuota: number | undefined): Promise<void> {
    const { accounts, catalog } = this.repositories;
    if (imageQuota !== undefined) await catalog.setQuota(account.id, imageQuota);
    await accounts.add(account);
  }
}
