import type { Account } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import type { CatalogRepository } from '@cairn/images/spi';

/** Stores a new account in the in-memory repositories of accounts and of images. */
export class MemoryAccountOpening {
  constructor(
    private readonly repositories: {
      readonly accounts: AccountRepository;
      readonly catalog: CatalogRepository;
    },
  ) {}

  /** Stores the account and, unless it is `undefined`, its image quota. Both become visible at once. */
  async add(account: Account, imageQuota: number | undefined): Promise<void> {
    const { accounts, catalog } = this.repositories;
    if (imageQuota !== undefined) await catalog.setQuota(account.id, imageQuota);
    await accounts.add(account);
  }
}
