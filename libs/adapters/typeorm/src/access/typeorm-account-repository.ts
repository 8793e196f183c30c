import { AccountNotFound, positionOf, type Account, type AccountRepository } from '@cairn/access';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { AccountSchema } from './account-schema.js';
import type { Database } from '../database.js';
import { insert } from '../sql/insert.js';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { selection } from '../sql/selection.js';
import type { Statements } from '../sql/statements.js';

type Rows = readonly Account[];

const columns = selection(AccountSchema);

/** Accounts as rows of a relational database. */
export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  async addFirst(account: Account): Promise<Account> {
    return await this.database.write(async (manager) => {
      const [known] = await select(manager, { limit: 1 });
      if (known !== undefined) return known;
      await this.database.dialect.lockTable(manager, AccountSchema);
      const [oldest] = await select(manager, { limit: 1 });
      if (oldest === undefined) await insert(manager, AccountSchema, [account]);
      return oldest ?? { ...account };
    });
  }

  async add(account: Account): Promise<void> {
    await this.database.write((manager) => insert(manager, AccountSchema, [account]));
  }

  async get(id: string): Promise<Account> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM account WHERE id = ${id}`,
    );
    if (row === undefined) throw new AccountNotFound();
    return { ...row };
  }

  async list(page: PageRequest): Promise<Page<Account>> {
    const found = await this.database.read((manager) => select(manager, { ...page, limit: page.limit + 1 }), {
      budget: 'listing',
    });
    return toPage(found, page.limit, positionOf);
  }
}

async function select(
  manager: Statements,
  { limit, after = BEFORE_OLDEST }: PageRequest,
): Promise<readonly Account[]> {
  const rows = await manager.sql<Rows>`
    SELECT ${columns} FROM account WHERE (created_at, id) > (${after.at}, ${after.id})
    ORDER BY created_at, id LIMIT ${limit}`;
  return Array.from(rows, (row) => ({ ...row }));
}
