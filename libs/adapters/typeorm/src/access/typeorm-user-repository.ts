import {
  IdentityTaken,
  InvalidInvite,
  LastOwner,
  nameKeyOf,
  UserExists,
  UserNotFound,
  WrongPassword,
  type Admission,
  type Invite,
  type PasswordChange,
  type RoleChange,
  type User,
  type UserRepository,
} from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert, insertUnlessTaken } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import type { Statements } from '../sql/statements.js';
import { AccountSchema, ApiKeySchema } from './account-schema.js';
import { insertIdentity } from './identity-schema.js';
import { SessionSchema, toUser, UserSchema, type UserRow } from './user-schema.js';

type Rows = readonly UserRow[];

const columns = selection(UserSchema);

/** Users as rows of a relational database. Their sessions and invites refer to them and go with them. */
export class TypeOrmUserRepository implements UserRepository {
  constructor(private readonly database: Database) {}

  async hasAny(): Promise<boolean> {
    return await this.database.read(hasUsers);
  }

  async admit(user: User, { digest, account, identity }: Admission): Promise<void> {
    await this.database.write(async (manager) => {
      // Another set-up link could be made, or the last owner go, between looking and writing.
      await this.database.dialect.lockTable(manager, UserSchema);
      const purpose = digest === undefined ? undefined : await this.redeem(manager, digest, user.createdAt);
      const isForFirst = digest === undefined ? account === undefined : purpose === 'setup';
      if (isForFirst && (await hasUsers(manager))) throw new InvalidInvite();
      await manager.sql`DELETE FROM user_invite WHERE purpose = 'setup'`;
      const { lastSeenAt = null, passwordHash = '' } = user;
      const row = { ...user, lastSeenAt, passwordHash, nameKey: nameKeyOf(user.name) };
      if (account !== undefined) await insert(manager, AccountSchema, [account]);
      if (!(await insertUnlessTaken(manager, UserSchema, { row, unique: 'nameKey' }))) throw new UserExists();
      if (identity !== undefined && !(await insertIdentity(manager, identity))) throw new IdentityTaken();
    });
  }

  async findByName(name: string): Promise<User | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM app_user WHERE name_key = ${nameKeyOf(name)}`,
    );
    return row && toUser(row);
  }

  async get(id: string): Promise<User> {
    return await this.database.read((manager) => find(manager, id));
  }

  async list(): Promise<readonly User[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM app_user ORDER BY created_at, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, toUser);
  }

  async changePassword(id: string, { replaced = '', passwordHash, session }: PasswordChange): Promise<void> {
    await this.database.write(async (manager) => {
      const changed = await manager.sql<Returned<unknown>>`
        UPDATE app_user SET password_hash = ${passwordHash}
        WHERE id = ${id} AND password_hash = ${replaced} RETURNING id`;
      if (this.database.dialect.rowsOf(changed).length === 0) {
        await find(manager, id);
        throw new WrongPassword();
      }
      await manager.sql`DELETE FROM user_session WHERE user_id = ${id}`;
      await insert(manager, SessionSchema, [session]);
    });
  }

  async changeRole(id: string, { role, at }: RoleChange): Promise<User> {
    return await this.database.write(async (manager) => {
      await this.lock(manager);
      const user = await find(manager, id);
      if (role === 'member') {
        await assertOtherOwner(manager, id);
        await manager.sql`DELETE FROM user_invite WHERE user_id = ${id}`;
        await revokeKeys(manager, { userId: id, at, keptAccount: user.accountId });
      }
      await manager.sql`UPDATE app_user SET role = ${role} WHERE id = ${id}`;
      return { ...user, role };
    });
  }

  async remove(id: string, at: number): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      await this.lock(manager);
      await assertOtherOwner(manager, id);
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM app_user WHERE id = ${id} RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new UserNotFound();
      await revokeKeys(manager, { userId: id, at, keptAccount: '' });
    });
  }

  /** Owners who go at once could each rely on the other to stay, or miss a key being added. */
  private async lock(manager: Statements): Promise<void> {
    await this.database.dialect.lockTable(manager, UserSchema);
    await this.database.dialect.lockTable(manager, ApiKeySchema);
  }

  /** Takes the invite away. Returns what it was for. */
  private async redeem(manager: Statements, digest: string, now: number): Promise<Invite['purpose']> {
    const taken = await manager.sql<Returned<Pick<Invite, 'purpose'>>>`
      DELETE FROM user_invite WHERE digest = ${digest} AND expires_at > ${now} RETURNING purpose`;
    const [invite] = this.database.dialect.rowsOf(taken);
    if (invite === undefined) throw new InvalidInvite();
    return invite.purpose;
  }
}

async function find(manager: Statements, id: string): Promise<User> {
  const [row] = await manager.sql<Rows>`SELECT ${columns} FROM app_user WHERE id = ${id}`;
  if (row === undefined) throw new UserNotFound();
  return toUser(row);
}

async function assertOtherOwner(manager: Statements, id: string): Promise<void> {
  const owners = await manager.sql<Rows>`SELECT ${columns} FROM app_user WHERE role = 'owner' LIMIT 2`;
  if (owners.length === 1 && owners[0]?.id === id) throw new LastOwner();
}

/** Revokes the keys that the user made, but those without `admin` of one account, with all descendants. */
async function revokeKeys(
  manager: Statements,
  { userId, at, keptAccount }: { readonly userId: string; readonly at: number; readonly keptAccount: string },
): Promise<void> {
  await manager.sql`
    UPDATE api_key SET revoked_at = ${at} WHERE revoked_at IS NULL AND id IN (
      WITH RECURSIVE branch (id) AS (
        SELECT id FROM api_key
        WHERE user_id = ${userId} AND (scopes LIKE '%"admin"%' OR account_id <> ${keptAccount})
        UNION SELECT child.id FROM branch JOIN api_key AS child ON child.parent_id = branch.id
      ) SELECT id FROM branch
    )`;
}

/** Whether there is a user. */
export async function hasUsers(manager: Statements): Promise<boolean> {
  return (await manager.sql<readonly unknown[]>`SELECT 1 FROM app_user LIMIT 1`).length > 0;
}

/** Whether the user exists, who then stays until the end of the transaction. */
export async function holdUser(database: Database, manager: Statements, id: string): Promise<boolean> {
  return (await heldUser(database, manager, id)) !== undefined;
}

/** The user, if they exist, who stays as they are until the end of the transaction. */
export async function heldUser(
  database: Database,
  manager: Statements,
  id: string,
): Promise<User | undefined> {
  const { forUpdate } = database.dialect;
  const [row] = await manager.sql<Rows>`SELECT ${columns} FROM app_user WHERE id = ${id} ${forUpdate}`;
  return row && toUser(row);
}
