import type { Account } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import type { ByteQuotaRepository, CatalogRepository } from '@cairn/images/spi';

/** Stores a new account in the in-memory repositories of accounts and of images. */
export class MemoryAccountOpening {
  constructor(
    private readonly repositories: {
      readonly accounts: AccountRepository;
      readonly catalog: CatalogRepository;
      readonly byteQuotas: ByteQuotaRepository;
    },
  ) {}

  /** Stores the account and, unless they are `undefined`, its quotas. All become visible at once. */
  async add(
    account: Account,
    { images, bytes }: { readonly images?: number | undefined; readonly bytes?: number | undefined },
  ): Promise<void> {
    const { accounts, catalog, byteQuotas } = this.repositories;
    if (images !== undefined) await catalog.setQuota(account.id, images);
    if (bytes !== undefined) await byteQuotas.setQuota(account.id, bytes);
    await accounts.add(account);
  }
}
