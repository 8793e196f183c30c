import type { Invite, Session, User } from '@cairn/access';
import type { InvitedGrant } from '@cairn/access/spi';
import type { Table } from '../sql/table.js';

/** A user. `nameKey` is `nameKeyOf` the name; `passwordHash` is empty for a user without a password. */
export interface UserRow extends Omit<User, 'lastSeenAt' | 'passwordHash'> {
  readonly nameKey: string;
  readonly passwordHash: string;
  readonly lastSeenAt: number | null;
}

/** `user` is a keyword of SQL. */
export const UserSchema: Table<UserRow> = {
  name: 'app_user',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key', unique: true },
    role: { type: 'text' },
    passwordHash: { type: 'text', name: 'password_hash' },
    createdAt: { type: 'integer', name: 'created_at' },
    lastSeenAt: { type: 'integer', name: 'last_seen_at', nullable: true },
  },
};

/** Sessions are stored unchanged. */
export const SessionSchema: Table<Session> = {
  name: 'user_session',
  columns: {
    id: { type: 'text', primary: true },
    userId: { type: 'text', name: 'user_id' },
    digest: { type: 'text', unique: true },
    userAgent: { type: 'text', name: 'user_agent' },
    createdAt: { type: 'integer', name: 'created_at' },
    lastUsedAt: { type: 'integer', name: 'last_used_at' },
    expiresAt: { type: 'integer', name: 'expires_at' },
  },
};

/** `granted` is the grant as JSON. */
export interface InviteRow extends Omit<Invite, 'userId' | 'accountId' | 'grant'> {
  readonly userId: string | null;
  readonly accountId: string | null;
  readonly granted: string | null;
}

export const InviteSchema: Table<InviteRow> = {
  name: 'user_invite',
  columns: {
    id: { type: 'text', primary: true },
    digest: { type: 'text', unique: true },
    purpose: { type: 'text' },
    role: { type: 'text' },
    userId: { type: 'text', name: 'user_id', nullable: true },
    createdAt: { type: 'integer', name: 'created_at' },
    expiresAt: { type: 'integer', name: 'expires_at' },
    granted: { type: 'text', nullable: true },
    accountId: { type: 'text', name: 'account_id', nullable: true },
  },
};

export function toUser({ nameKey, lastSeenAt, passwordHash, ...row }: UserRow): User {
  return {
    ...row,
    passwordHash: passwordHash === '' ? undefined : passwordHash,
    lastSeenAt: lastSeenAt ?? undefined,
  };
}

export function inviteRow({ userId, accountId, grant, ...invite }: Invite): InviteRow {
  return {
    ...invite,
    userId: userId ?? null,
    accountId: accountId ?? null,
    granted: grant === undefined ? null : JSON.stringify(grant),
  };
}

export function toInvite({ granted, userId, accountId, ...row }: InviteRow): Invite {
  return {
    ...row,
    userId: userId ?? undefined,
    ...(accountId !== null && { accountId }),
    ...(granted !== null && { grant: JSON.parse(granted) as InvitedGrant }), // as `inviteRow` wrote it
  };
}
