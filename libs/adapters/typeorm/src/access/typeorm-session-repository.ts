import { SessionNotFound, UserNotFound, type Session, type SignedIn } from '@cairn/access';
import type { SessionRepository } from '@cairn/access/spi';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Or } from 'typeorm';
import type { Database } from '../sql/database.js';
import { lockRow } from '../sql/lock-row.js';
import { Lookup } from '../sql/lookup.js';
import { columnName, propertiesOf, selection } from '../sql/table.js';
import {
  sessionRow,
  SessionSchema,
  toUser,
  UserSchema,
  type SessionRow,
  type UserRow,
} from './user-schema.js';

const columns = selection(SessionSchema);

/** The columns of the user, whose names would hide those of the session. */
type OwnerRow = { readonly [Name in keyof UserRow as `user.${Name}`]: UserRow[Name] };

const ownerColumns = propertiesOf(UserSchema)
  .map((property) => `app_user.${columnName(UserSchema, property)} AS "user.${property}"`)
  .join(', ');

/** Sessions as rows of a relational database. */
export class TypeOrmSessionRepository implements SessionRepository {
  // In SQL: nearly every request needs it, and building the query takes longer than running it.
  private readonly byDigest = new Lookup<SessionRow & OwnerRow>(
    (digest) => `SELECT ${columns()}, ${ownerColumns} FROM user_session
      JOIN app_user ON app_user.id = user_session.user_id WHERE user_session.digest = ${digest}`,
  );

  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    const { userId, createdAt } = session;
    await this.database.write(async (manager) => {
      if (!(await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId })))
        throw new UserNotFound();
      const sessions = manager.repository(SessionSchema);
      await sessions.delete({ expiresAt: LessThanOrEqual(createdAt) });
      await sessions.insert(sessionRow(session));
    });
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    const row = await this.database.read((manager) => this.byDigest.find(manager, digest));
    return row && { session: toSession(row), user: ownerOf(row) };
  }

  async list(userId: string): Promise<readonly Session[]> {
    const rows = await this.database.read(
      (manager) =>
        manager
          .repository(SessionSchema)
          .find({ where: { userId }, order: { lastUsedAt: 'DESC', id: 'ASC' } }),
      { budget: 'listing' },
    );
    return Array.from(rows, toSession);
  }

  async listLive(ids: readonly string[], now: number): Promise<readonly string[]> {
    const rows = await this.database.read((manager) =>
      manager
        .repository(SessionSchema)
        .find({ select: { id: true }, where: { id: In(ids), expiresAt: MoreThan(now) } }),
    );
    return Array.from(rows, ({ id }) => id);
  }

  async touch(
    id: string,
    { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
  ): Promise<void> {
    await this.database.write(async (manager) => {
      const sessions = manager.repository(SessionSchema);
      const isEarlier = { id, lastUsedAt: LessThan(at) };
      const session = await sessions.findOneBy(isEarlier);
      if (session === null) return;
      // Locks the user first, as a removal of the user does: in the other order each could wait for the other.
      await manager
        .repository(UserSchema)
        .update({ id: session.userId, lastSeenAt: Or(IsNull(), LessThan(at)) }, { lastSeenAt: at });
      await sessions.update(isEarlier, { lastUsedAt: at, expiresAt });
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(SessionSchema).delete({ id, userId });
      if (affected === 0) throw new SessionNotFound();
    });
  }

  async removeAll(userId: string, kept?: string): Promise<void> {
    const gone = { userId, ...(kept !== undefined && { id: Not(kept) }) };
    await this.database.writeEvenIfFull((manager) => manager.repository(SessionSchema).delete(gone));
  }

  async rename(
    userId: string,
    id: string,
    { name = null }: { readonly name: string | null | undefined },
  ): Promise<Session> {
    return await this.database.write(async (manager) => {
      const sessions = manager.repository(SessionSchema);
      await sessions.update({ id, userId }, { name });
      const row = await sessions.findOneBy({ id, userId });
      if (row === null) throw new SessionNotFound();
      return toSession(row);
    });
  }
}

function toSession(row: SessionRow): Session {
  const { id, userId, digest, userAgent, createdAt, lastUsedAt, expiresAt, name } = row;
  const session = { id, userId, digest, userAgent, createdAt, lastUsedAt, expiresAt };
  return name === null ? session : { ...session, name };
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
    activitySeenAt: row['user.activitySeenAt'],
  });
}
