import {
  IdentityTaken,
  InvalidInvite,
  InvalidPasswordReset,
  LastOwner,
  LastSignIn,
  nameKeyOf,
  UserExists,
  UserNotFound,
  WrongPassword,
  type Invite,
  type Session,
  type User,
} from '@cairn/access';
import { grantOfInvite } from '@cairn/access/spi';
import type { Admission, PasswordChange, RoleChange, UserRepository } from '@cairn/access/spi';
import { In, IsNull, LessThan, MoreThan, Not, Or } from 'typeorm';
import type { Database } from '../sql/database.js';
import { insertNew, updateUnique } from '../sql/insert.js';
import { lockRow } from '../sql/lock-row.js';
import type { Statements } from '../sql/statements.js';
import { accountRow, AccountSchema, ApiKeySchema } from './account-schema.js';
import { GrantSchema, grantRow } from './grant-schema.js';
import { ChallengeSchema, IdentitySchema } from './identity-schema.js';
import { PasskeySchema } from './passkey-schema.js';
import { revokeBranches } from './typeorm-api-key-repository.js';
import { removeGrantsOf } from './typeorm-grant-repository.js';
import { InviteSchema, sessionRow, SessionSchema, toInvite, toUser, UserSchema } from './user-schema.js';
import { UploadTokenSchema } from './upload-token-schema.js';

/** Users as rows of a relational database. Their sessions and invites refer to them and go with them. */
export class TypeOrmUserRepository implements UserRepository {
  constructor(private readonly database: Database) {}

  async hasAny(): Promise<boolean> {
    return await this.database.read((manager) => manager.repository(UserSchema).exists());
  }

  async admit(user: User, { digest, account, identity }: Admission): Promise<void> {
    await this.database.write(async (manager) => {
      // Otherwise another set-up link could be created, or the last owner removed, between the check and the write.
      await this.database.dialect.lockTable(manager, UserSchema);
      const users = manager.repository(UserSchema);
      const invite = digest === undefined ? undefined : await redeem(manager, digest, user.createdAt);
      const isForFirst = digest === undefined ? account === undefined : invite?.purpose === 'setup';
      if (isForFirst && (await users.exists())) throw new InvalidInvite();
      const accountId = invite?.accountId;
      if (accountId !== undefined && (accountId !== user.accountId || (await users.existsBy({ accountId }))))
        throw new InvalidInvite();
      await manager.repository(InviteSchema).delete({ purpose: 'setup' });
      const { lastSeenAt = null, activitySeenAt = null, passwordHash = '' } = user;
      const row = { ...user, lastSeenAt, activitySeenAt, passwordHash, nameKey: nameKeyOf(user.name) };
      if (account !== undefined) await manager.repository(AccountSchema).insert(accountRow(account));
      await insertNew(users, row, () => new UserExists());
      if (identity !== undefined)
        await insertNew(manager.repository(IdentitySchema), identity, () => new IdentityTaken());
      if (invite?.grant !== undefined)
        await manager.repository(GrantSchema).insert(grantRow(grantOfInvite(invite.grant, user)));
    });
  }

  async findByName(name: string): Promise<User | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(UserSchema).findOneBy({ nameKey: nameKeyOf(name) }),
    );
    return row === null ? undefined : toUser(row);
  }

  async get(id: string): Promise<User> {
    return await this.database.read((manager) => find(manager, id));
  }

  async find(ids: readonly string[]): Promise<readonly User[]> {
    const rows = await this.database.read((manager) =>
      manager.repository(UserSchema).findBy({ id: In(ids) }),
    );
    return Array.from(rows, toUser);
  }

  async list(): Promise<readonly User[]> {
    const rows = await this.database.read(
      (manager) => manager.repository(UserSchema).find({ order: { createdAt: 'ASC', id: 'ASC' } }),
      { budget: 'listing' },
    );
    return Array.from(rows, toUser);
  }

  async changePassword(id: string, { replaced = '', passwordHash, session }: PasswordChange): Promise<void> {
    await this.database.write(async (manager) => {
      const { affected } = await manager
        .repository(UserSchema)
        .update({ id, passwordHash: replaced }, { passwordHash });
      if (affected === 0) {
        await find(manager, id);
        throw new WrongPassword();
      }
      await signInAnew(manager, session);
    });
  }

  async resetPassword(
    digest: string,
    { passwordHash, session }: Omit<PasswordChange, 'replaced'>,
  ): Promise<void> {
    const { userId, createdAt } = session;
    await this.database.write(async (manager) => {
      // Locks the user first, as the creation of another link does. Of several calls, only the one that removes the
      // link gets it.
      await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId });
      const { affected } = await manager
        .repository(ChallengeSchema)
        .delete({ digest, userId, purpose: 'password-reset', expiresAt: MoreThan(createdAt) });
      if (affected === 0) throw new InvalidPasswordReset();
      await manager.repository(UserSchema).update({ id: userId }, { passwordHash });
      await signInAnew(manager, session);
    });
  }

  async markActivitySeen(id: string, at: number): Promise<void> {
    await this.database.write(async (manager) => {
      const { affected } = await manager
        .repository(UserSchema)
        .update({ id, activitySeenAt: Or(IsNull(), LessThan(at)) }, { activitySeenAt: at });
      if (affected === 0) await find(manager, id);
    });
  }

  async changeRole(id: string, { role, at }: RoleChange): Promise<User> {
    return await this.database.write(async (manager) => {
      await this.lock(manager);
      const user = await find(manager, id);
      if (role === 'member') {
        await assertOtherOwner(manager, id);
        await manager.repository(InviteSchema).delete({ userId: id });
        await revokeKeys(manager, { userId: id, at, keptAccount: user.accountId });
      }
      await manager.repository(UserSchema).update({ id }, { role });
      return { ...user, role };
    });
  }

  async rename(id: string, name: string): Promise<User> {
    return await this.database.write(async (manager) => {
      const user = await find(manager, id);
      const change = { name, nameKey: nameKeyOf(name) };
      await updateUnique(manager.repository(UserSchema), { where: { id }, change }, () => new UserExists());
      return { ...user, name };
    });
  }

  async remove(id: string, at: number): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      await this.lock(manager);
      await assertOtherOwner(manager, id);
      const user = await find(manager, id);
      await manager.repository(UserSchema).delete({ id });
      await manager.repository(UploadTokenSchema).delete({ createdBy: `user:${id}` });
      await removeGrantsOf(manager, user, this.database.dialect);
      await revokeKeys(manager, { userId: id, at, keptAccount: '' });
    });
  }

  /**
   * Owners who are removed at the same time could otherwise each rely on the other to stay, or miss a key being added.
   */
  private async lock(manager: Statements): Promise<void> {
    await this.database.dialect.lockTable(manager, UserSchema);
    await this.database.dialect.lockTable(manager, ApiKeySchema);
  }
}

/** Ends the user's sessions and challenges, and begins this session. */
async function signInAnew(manager: Statements, session: Session): Promise<void> {
  const { userId } = session;
  const sessions = manager.repository(SessionSchema);
  await manager.repository(ChallengeSchema).delete({ userId });
  await sessions.delete({ userId });
  await sessions.insert(sessionRow(session));
}

/** Removes and returns the invite. */
async function redeem(manager: Statements, digest: string, now: number): Promise<Invite> {
  const invites = manager.repository(InviteSchema);
  const invite = await invites.findOneBy({ digest, expiresAt: MoreThan(now) });
  // Several calls may find it. Only the one that removes it gets it.
  const { affected } = await invites.delete({ digest, expiresAt: MoreThan(now) });
  if (invite === null || affected === 0) throw new InvalidInvite();
  return toInvite(invite);
}

async function find(manager: Statements, id: string): Promise<User> {
  const row = await manager.repository(UserSchema).findOneBy({ id });
  if (row === null) throw new UserNotFound();
  return toUser(row);
}

async function assertOtherOwner(manager: Statements, id: string): Promise<void> {
  const owners = await manager.repository(UserSchema).find({ where: { role: 'owner' }, take: 2 });
  if (owners.length === 1 && owners[0]?.id === id) throw new LastOwner();
}

/**
 * Revokes the keys that the user created, with all descendants. Keys without `admin` of the account `keptAccount` stay.
 */
async function revokeKeys(
  manager: Statements,
  { userId, at, keptAccount }: { readonly userId: string; readonly at: number; readonly keptAccount: string },
): Promise<void> {
  await revokeBranches(
    manager,
    at,
    (parameter) => `user_id = ${parameter(userId)}
      AND (scopes LIKE '%"admin"%' OR account_id <> ${parameter(keptAccount)})`,
  );
}

/** Called after one is removed. @throws {LastSignIn} if the user has no way to sign in. */
export async function assertOtherSignIn(manager: Statements, userId: string): Promise<void> {
  const hasPassword = await manager.repository(UserSchema).existsBy({ id: userId, passwordHash: Not('') });
  if (hasPassword) return;
  for (const table of [IdentitySchema, PasskeySchema] as const)
    if (await manager.repository<{ readonly userId: string }>(table).existsBy({ userId })) return;
  throw new LastSignIn();
}
