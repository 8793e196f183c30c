import type { IdempotencyClaim } from '@cairn/kernel';
import { idOf, integer, optional, table, text } from '../sql/table.js';

/** A claim, with `null` for absent values. */
export interface IdempotencyRow extends Omit<IdempotencyClaim, 'body' | 'answer'> {
  readonly content: string | null;
  readonly sealed: string | null;
  readonly body: string | null;
  /** Of `sealed`. */
  readonly size: number;
}

export const IdempotencySchema = table<IdempotencyRow>(
  'idempotency_claim',
  {
    id: text,
    request: text,
    seed: text,
    holder: text,
    attempt: integer,
    claimedAt: integer,
    heldUntil: integer,
    content: optional(text),
    sealed: optional(text),
    owner: { ...idOf('owner'), default: '' },
    body: optional(text),
    size: { ...integer, default: 0 },
  },
  {
    traces: 'idempotencyKeys',
    indexes: {
      // For the removal of expired claims.
      idempotency_claim_by_time: '(claimed_at)',
      idempotency_claim_by_owner: '(owner, claimed_at, size)',
    },
  },
);

export function toClaim({ content, sealed, body, size: _, ...row }: IdempotencyRow): IdempotencyClaim {
  const claim = body === null ? row : { ...row, body };
  if (content === null) return claim;
  return { ...claim, answer: { content, ...(sealed !== null && { sealed }) } };
}
