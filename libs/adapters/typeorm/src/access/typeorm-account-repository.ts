import { AccountNotFound, type Account, type BaseMap } from '@cairn/access';
import { positionOf, type AccountRepository } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import type { Repository } from 'typeorm';
import { accountRow, AccountSchema, toAccount, type AccountRow } from './account-schema.js';
import type { Database } from '../sql/database.js';
import { BEFORE_OLDEST } from '../sql/listing.js';

/** Accounts as rows of a relational database. */
export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  async addFirst(account: Account): Promise<Account> {
    return await this.database.write(async (manager) => {
      const accounts = manager.repository(AccountSchema);
      const [known] = await select(accounts, { limit: 1 });
      if (known !== undefined) return known;
      await this.database.dialect.lockTable(manager, AccountSchema);
      const [oldest] = await select(accounts, { limit: 1 });
      if (oldest === undefined) await accounts.insert(accountRow(account));
      return oldest ?? { ...account };
    });
  }

  async add(account: Account): Promise<void> {
    await this.database.write((manager) => manager.repository(AccountSchema).insert(accountRow(account)));
  }

  async get(id: string): Promise<Account> {
    const account = await this.database.read((manager) =>
      manager.repository(AccountSchema).findOneBy({ id }),
    );
    if (account === null) throw new AccountNotFound();
    return toAccount(account);
  }

  async rename(id: string, name: string): Promise<Account> {
    return await this.change(id, { name });
  }

  async putBaseMap(id: string, baseMap: BaseMap | undefined): Promise<Account> {
    return await this.change(id, { baseMap: baseMap === undefined ? null : JSON.stringify(baseMap) });
  }

  async list(page: PageRequest): Promise<Page<Account>> {
    const found = await this.database.read(
      (manager) => select(manager.repository(AccountSchema), { ...page, limit: page.limit + 1 }),
      { budget: 'listing' },
    );
    return toPage(found, page.limit, positionOf);
  }

  private async change(id: string, change: Partial<Pick<AccountRow, 'name' | 'baseMap'>>): Promise<Account> {
    return await this.database.write(async (manager) => {
      const accounts = manager.repository(AccountSchema);
      await accounts.update({ id }, change);
      const account = await accounts.findOneBy({ id });
      if (account === null) throw new AccountNotFound();
      return toAccount(account);
    });
  }
}

async function select(
  accounts: Repository<AccountRow>,
  { limit, after = BEFORE_OLDEST }: PageRequest,
): Promise<readonly Account[]> {
  const rows = await accounts
    .createQueryBuilder('account')
    .where('(account.createdAt, account.id) > (:at, :id)', after)
    .orderBy('account.createdAt')
    .addOrderBy('account.id')
    .limit(limit)
    .getMany();
  return rows.map(toAccount);
}
