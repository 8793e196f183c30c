import {
  SessionNotFound,
  UserNotFound,
  type Session,
  type SessionRepository,
  type SignedIn,
} from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert } from '../sql/insert.js';
import { Lookup } from '../sql/lookup.js';
import { columnName, selection } from '../sql/selection.js';
import { listOf, run } from '../sql/sql-builder.js';
import { holdUser } from './typeorm-user-repository.js';
import { SessionSchema, toUser, UserSchema, type UserRow } from './user-schema.js';

const columns = selection(SessionSchema);

/** The columns of the user, whose names would hide those of the session. */
type OwnerRow = { readonly [Name in keyof UserRow as `user.${Name}`]: UserRow[Name] };

const ownerColumns = Object.keys(UserSchema.columns)
  .map((property) => `app_user.${columnName(UserSchema, property)} AS "user.${property}"`)
  .join(', ');

/** Sessions as rows of a relational database. */
export class TypeOrmSessionRepository implements SessionRepository {
  private readonly byDigest = new Lookup<Session & OwnerRow>(
    (digest) => `SELECT ${columns()}, ${ownerColumns} FROM user_session
      JOIN app_user ON app_user.id = user_session.user_id WHERE user_session.digest = ${digest}`,
  );

  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.write(async (manager) => {
      if (!(await holdUser(this.database, manager, session.userId))) throw new UserNotFound();
      await manager.sql`DELETE FROM user_session WHERE expires_at <= ${session.createdAt}`;
      await insert(manager, SessionSchema, [session]);
    });
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    const row = await this.database.read((manager) => this.byDigest.find(manager, digest));
    return row && { session: toSession(row), user: ownerOf(row) };
  }

  async list(userId: string): Promise<readonly Session[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly Session[]>`
        SELECT ${columns} FROM user_session WHERE user_id = ${userId} ORDER BY last_used_at DESC, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, toSession);
  }

  async listLive(ids: readonly string[], now: number): Promise<readonly string[]> {
    const rows = await this.database.read((manager) =>
      run<Pick<Session, 'id'>>(
        manager,
        (parameter) => `SELECT id FROM user_session WHERE id IN ${listOf(ids)(parameter)}
          AND expires_at > ${parameter(now)}`,
      ),
    );
    return Array.from(rows, ({ id }) => id);
  }

  async touch(
    id: string,
    { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
  ): Promise<void> {
    await this.database.write(async (manager) => {
      // The user first, as where a user is removed: the other way round each could wait for the other.
      await manager.sql`
        UPDATE app_user SET last_seen_at = ${at}
        WHERE id IN (SELECT user_id FROM user_session WHERE id = ${id} AND last_used_at < ${at})
          AND (last_seen_at IS NULL OR last_seen_at < ${at})`;
      await manager.sql`
        UPDATE user_session SET last_used_at = ${at}, expires_at = ${expiresAt}
        WHERE id = ${id} AND last_used_at < ${at}`;
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM user_session WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new SessionNotFound();
    });
  }

  async removeAll(userId: string): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM user_session WHERE user_id = ${userId}`,
    );
  }
}

function toSession(row: Session): Session {
  const { id, userId, digest, userAgent, createdAt, lastUsedAt, expiresAt } = row;
  return { id, userId, digest, userAgent, createdAt, lastUsedAt, expiresAt };
}

function ownerOf(row: OwnerRow): SignedIn['user'] {
  return toUser({
    id: row['user.id'],
    accountId: row['user.accountId'],
    name: row['user.name'],
    nameKey: row['user.nameKey'],
    role: row['user.role'],
    passwordHash: row['user.passwordHash'],
    createdAt: row['user.createdAt'],
    lastSeenAt: row['user.lastSeenAt'],
  });
}
