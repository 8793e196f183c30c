import type { Challenge } from '@cairn/access';
import type { LinkedIdentity } from '@cairn/access/spi';
import type { Table } from '../sql/table.js';

/** Identities are stored unchanged. */
export const IdentitySchema: Table<LinkedIdentity> = {
  name: 'user_identity',
  columns: {
    id: { type: 'text', primary: true },
    userId: { type: 'text', name: 'user_id' },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    name: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

export interface ChallengeRow extends Omit<Challenge, 'userId'> {
  readonly userId: string | null;
}

export const ChallengeSchema: Table<ChallengeRow> = {
  name: 'sign_in_challenge',
  columns: {
    digest: { type: 'text', primary: true },
    purpose: { type: 'text' },
    userId: { type: 'text', name: 'user_id', nullable: true },
    state: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
    expiresAt: { type: 'integer', name: 'expires_at' },
  },
};

export function toChallenge(row: ChallengeRow): Challenge {
  return { ...row, userId: row.userId ?? undefined };
}
