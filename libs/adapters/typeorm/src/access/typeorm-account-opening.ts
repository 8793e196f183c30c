import type { Account } from '@cairn/access';
import { accountRow, AccountSchema } from './account-schema.js';
import type { Database } from '../sql/database.js';
import { storeByteQuota, storeQuota } from '../images/tables/usage.js';

interface NewQuotas {
  readonly images?: number | undefined;
  readonly bytes?: number | undefined;
}

/** Stores a new account in the domains of accounts and of images. */
export class TypeOrmAccountOpening {
  constructor(private readonly database: Database) {}

  /**
   * Stores the account and, unless they are `undefined`, its quotas: all or nothing. @throws {StorageUnavailable}
   */
  async add(account: Account, { images, bytes }: NewQuotas): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.repository(AccountSchema).insert(accountRow(account));
      if (images !== undefined) await storeQuota(manager, account.id, images);
      if (bytes !== undefined) await storeByteQuota(manager, account.id, bytes);
    });
  }
}
