import type { Invite, Session, User } from '@cairn/access';
import type { InvitedGrant } from '@cairn/access/spi';
import { idOf, integer, oneOf, optional, table, text } from '../sql/table.js';

const SINCE = 'Activity1796800001000';

/** A user. `nameKey` is `nameKeyOf` the name; `passwordHash` is empty for a user without a password. */
export interface UserRow extends Omit<User, 'lastSeenAt' | 'activitySeenAt' | 'passwordHash'> {
  readonly nameKey: string;
  readonly passwordHash: string;
  readonly lastSeenAt: number | null;
  readonly activitySeenAt: number | null;
}

/** `user` is a keyword of SQL. */
export const UserSchema = table<UserRow>(
  'app_user',
  {
    id: idOf('user', 'apart'),
    accountId: { ...idOf('owner', 'apart'), references: 'account (id)' },
    name: text,
    nameKey: { ...text, unique: true },
    role: oneOf('owner', 'member'),
    passwordHash: text,
    createdAt: integer,
    lastSeenAt: optional(integer),
    activitySeenAt: optional({ ...integer, since: SINCE }),
  },
  { traces: 'users' },
);

/** A session. */
export interface SessionRow extends Omit<Session, 'name'> {
  readonly name: string | null;
}

export const SessionSchema = table<SessionRow>(
  'user_session',
  {
    id: text,
    userId: { ...idOf('user'), references: 'app_user (id) ON DELETE CASCADE' },
    digest: { ...text, unique: true },
    userAgent: text,
    createdAt: integer,
    lastUsedAt: integer,
    expiresAt: integer,
    name: optional({ ...text, since: SINCE }),
  },
  {
    traces: 'sessions',
    indexes: {
      user_session_by_user: '(user_id, last_used_at)',
      user_session_by_expiry: '(expires_at)',
    },
  },
);

/** `granted` is the grant as JSON. */
export interface InviteRow extends Omit<Invite, 'userId' | 'accountId' | 'grant'> {
  readonly userId: string | null;
  readonly accountId: string | null;
  readonly granted: string | null;
}

export const InviteSchema = table<InviteRow>(
  'user_invite',
  {
    id: text,
    digest: { ...text, unique: true },
    purpose: oneOf('setup', 'invite'),
    role: oneOf('owner', 'member'),
    userId: optional({ ...idOf('user'), references: 'app_user (id) ON DELETE CASCADE' }),
    createdAt: integer,
    expiresAt: integer,
    granted: optional(text),
    accountId: optional(idOf('owner')),
  },
  {
    traces: 'invites',
    indexes: {
      user_invite_one_setup: `UNIQUE (purpose) WHERE purpose = 'setup'`,
      user_invite_by_user: '(user_id)',
    },
  },
);

export const sessionRow = (session: Session): SessionRow => ({ ...session, name: session.name ?? null });

export function toUser({ nameKey, lastSeenAt, activitySeenAt, passwordHash, ...row }: UserRow): User {
  return {
    ...row,
    passwordHash: passwordHash === '' ? undefined : passwordHash,
    lastSeenAt: lastSeenAt ?? undefined,
    ...(activitySeenAt !== null && { activitySeenAt }),
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
