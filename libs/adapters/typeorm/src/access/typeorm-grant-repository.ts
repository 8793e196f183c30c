import {
  AccountNeedsOwner,
  GrantLimitReached,
  GrantNotFound,
  type Bearer,
  type Grant,
  type GrantActor,
  type GrantedResource,
} from '@cairn/access';
import { assertManagesGrant, type GrantRepository } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { LessThan } from 'typeorm';
import type { Database, Dialect, Returned } from '../sql/database.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import type { Statements } from '../sql/statements.js';
import { selection } from '../sql/table.js';
import { GrantSchema, grantRow, toGrant, type GrantRow } from './grant-schema.js';

const columns = selection(GrantSchema);

/**
 * Grants as rows of a relational database. Changes in an account run one after the other: each depends on the roles of others
 * there.
 */
export class TypeOrmGrantRepository implements GrantRepository {
  constructor(private readonly database: Database) {}

  async give(grant: Grant, actor?: GrantActor, limit = Infinity): Promise<Grant> {
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      await dialect.lockOwner(manager, grant.accountId);
      const grants = manager.repository(GrantSchema);
      const row = grantRow(grant);
      const { accountId, resourceType, resourceId, grantee } = row;
      const former = await grants.findOneBy({ accountId, resourceType, resourceId, grantee });
      if (actor !== undefined)
        assertManagesGrant(actor, await held(manager, actor.bearer), [former?.role, grant.role]);
      if (former === null) {
        if (limit < Infinity && (await grants.countBy({ accountId })) >= limit)
          throw new GrantLimitReached(limit);
        await grants.insert(row);
      } else await grants.update({ id: former.id }, { role: grant.role });
      if (former?.role === 'owner' && grant.role !== 'owner') await assertOwned(manager, accountId);
      return toGrant(former === null ? row : { ...former, role: grant.role });
    });
  }

  async get(id: string): Promise<Grant> {
    return await this.database.read((manager) => find(manager, id));
  }

  async heldBy(bearer: Bearer, accountId?: string): Promise<readonly Grant[]> {
    return await this.database.read((manager) => held(manager, bearer, accountId));
  }

  async list(
    accountId: string,
    { limit, after = BEFORE_NEWEST }: PageRequest,
    resource?: GrantedResource,
  ): Promise<Page<Grant>> {
    const wanted = { accountId, ...(resource && { resourceType: resource.type, resourceId: resource.id }) };
    const rows = await this.database.read(
      (manager) =>
        manager.repository(GrantSchema).find({
          where: [
            { ...wanted, createdAt: LessThan(after.at) },
            { ...wanted, createdAt: after.at, id: LessThan(after.id) },
          ],
          order: { createdAt: 'DESC', id: 'DESC' },
          take: limit + 1,
        }),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toGrant), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async use(id: string, now: number): Promise<void> {
    await this.database.write(
      (manager) => manager.sql`UPDATE access_grant SET last_used_at = ${now} WHERE id = ${id}`,
    );
  }

  async remove(id: string, actor?: GrantActor): Promise<void> {
    const { dialect } = this.database;
    await this.database.writeEvenIfFull(async (manager) => {
      await dialect.lockOwner(manager, (await find(manager, id)).accountId);
      const { role, accountId } = await find(manager, id);
      if (actor !== undefined) assertManagesGrant(actor, await held(manager, actor.bearer), [role]);
      await manager.repository(GrantSchema).delete({ id });
      if (role === 'owner') await assertOwned(manager, accountId);
    });
  }
}

async function find(manager: Statements, id: string): Promise<Grant> {
  const row = await manager.repository(GrantSchema).findOneBy({ id });
  if (row === null) throw new GrantNotFound();
  return toGrant(row);
}

/** In SQL: requests for what is shared need it, and building the query takes longer than running it. */
async function held(manager: Statements, bearer: Bearer, accountId?: string): Promise<readonly Grant[]> {
  const user = bearer.startsWith('user:') ? bearer.slice('user:'.length) : '';
  const rows = await manager.sql<readonly GrantRow[]>`SELECT ${columns} FROM access_grant
    WHERE (grantee = ${bearer} OR grantee IN (SELECT 'group:' || group_id FROM group_member WHERE user_id = ${user}))
      AND (${accountId === undefined ? 1 : 0} = 1 OR account_id = ${accountId ?? ''})
    ORDER BY created_at, id`;
  return rows.map(toGrant);
}

/** @throws {AccountNeedsOwner} if no user belongs to the account, and no grant makes somebody its owner. */
async function assertOwned(manager: Statements, accountId: string): Promise<void> {
  const rows = await manager.sql<readonly object[]>`SELECT 1 FROM app_user WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM access_grant WHERE account_id = ${accountId} AND role = 'owner' LIMIT 1`;
  if (rows.length === 0) throw new AccountNeedsOwner();
}

/**
 * Removes what a user was granted and leaves their groups. Called after the user is removed.
 * @throws {AccountNeedsOwner} if an account that was theirs would have members and no owner.
 */
export async function removeGrantsOf(
  manager: Statements,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  { lockOwner, rowsOf }: Pick<Dialect, 'lockOwner' | 'rowsOf'>,
): Promise<void> {
  const grantee = `user:${id}`;
  const granted = await manager.sql<readonly { readonly accountId: string }[]>`
    SELECT account_id AS "accountId" FROM access_grant WHERE grantee = ${grantee}`;
  const accounts = new Set([accountId, ...granted.map((row) => row.accountId)]);
  for (const account of [...accounts].toSorted()) await lockOwner(manager, account); // always in one order
  const removed = rowsOf(
    await manager.sql<Returned<{ readonly accountId: string; readonly role: string }>>`
      DELETE FROM access_grant WHERE grantee = ${grantee} RETURNING account_id AS "accountId", role`,
  );
  const owned = removed.filter(({ role }) => role === 'owner');
  await manager.sql`DELETE FROM group_member WHERE user_id = ${id}`;
  for (const account of new Set([accountId, ...owned.map((row) => row.accountId)])) {
    const isShared = await manager
      .repository(GrantSchema)
      .existsBy({ accountId: account, resourceType: 'account' });
    if (isShared) await assertOwned(manager, account);
  }
}
