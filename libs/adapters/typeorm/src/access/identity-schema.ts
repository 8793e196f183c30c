import type { Challenge } from '@cairn/access';
import type { LinkedIdentity } from '@cairn/access/spi';
import { idOf, integer, optional, table, text } from '../sql/table.js';

/** Identities are stored unchanged. */
export const IdentitySchema = table<LinkedIdentity>(
  'user_identity',
  {
    id: text,
    userId: { ...idOf('user'), references: 'app_user (id) ON DELETE CASCADE' },
    issuer: text,
    subject: text,
    name: text,
    createdAt: integer,
  },
  {
    traces: 'identities',
    unique: [['issuer', 'subject']],
    indexes: {
      user_identity_by_user: '(user_id, created_at)',
    },
  },
);

export interface ChallengeRow extends Omit<Challenge, 'userId'> {
  readonly userId: string | null;
}

export const ChallengeSchema = table<ChallengeRow>(
  'sign_in_challenge',
  {
    digest: text,
    purpose: text,
    userId: optional({ ...idOf('user'), references: 'app_user (id) ON DELETE CASCADE' }),
    state: text,
    createdAt: integer,
    expiresAt: integer,
  },
  {
    traces: 'challenges',
    indexes: {
      sign_in_challenge_by_expiry: '(expires_at)',
      sign_in_challenge_by_user: '(user_id) WHERE user_id IS NOT NULL',
    },
  },
);

export function toChallenge(row: ChallengeRow): Challenge {
  return { ...row, userId: row.userId ?? undefined };
}
