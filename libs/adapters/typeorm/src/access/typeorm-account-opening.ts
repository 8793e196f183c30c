import type { Account } from '@cairn/access';
import { AccountSchema } from './account-schema.js';
import type { Database } from '../database.js';
import { storeQuota } from '../images/usage.js';

/** Stores a new account in the domains of accounts and of images. */
export class TypeOrmAccountOpening {
  constructor(private readonly database: Database) {}

  /**
   * Stores the account and, unless it is `undefined`, its image quota: both or neither. @throws {StorageUnavailable}
   */
  async add(account: Account, imageQuota: number | undefined): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.repository(AccountSchema).insert(account);
      if (imageQuota !== undefined) await storeQuota(manager, account.id, imageQuota);
    });
  }
}
