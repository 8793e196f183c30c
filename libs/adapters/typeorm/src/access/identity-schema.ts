import type { Challenge, LinkedIdentity } from '@cairn/access';
import type { Statements } from '../sql/statements.js';
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

/** Inserts the identity and returns `true`, or does nothing and returns `false` if a user has it. */
export async function insertIdentity(manager: Statements, identity: LinkedIdentity): Promise<boolean> {
  const { id, userId, issuer, subject, name, createdAt } = identity;
  const inserted = await manager.sql<readonly unknown[]>`
    INSERT INTO user_identity (id, user_id, issuer, subject, name, created_at)
    VALUES (${id}, ${userId}, ${issuer}, ${subject}, ${name}, ${createdAt})
    ON CONFLICT (issuer, subject) DO NOTHING RETURNING 1`;
  return inserted.length > 0;
}
