import type { IdempotencyClaim } from '@cairn/kernel';
import type { Table } from '../sql/table.js';

/** A claim, with `null` for absent values. */
export interface IdempotencyRow extends Omit<IdempotencyClaim, 'body' | 'answer'> {
  readonly content: string | null;
  readonly sealed: string | null;
  readonly body: string | null;
  /** Of `sealed`. */
  readonly size: number;
}

export const IdempotencySchema: Table<IdempotencyRow> = {
  name: 'idempotency_claim',
  columns: {
    id: { type: 'text', primary: true },
    request: { type: 'text' },
    seed: { type: 'text' },
    holder: { type: 'text' },
    attempt: { type: 'integer' },
    claimedAt: { type: 'integer', name: 'claimed_at' },
    heldUntil: { type: 'integer', name: 'held_until' },
    content: { type: 'text', nullable: true },
    sealed: { type: 'text', nullable: true },
    owner: { type: 'text' },
    body: { type: 'text', nullable: true },
    size: { type: 'integer' },
  },
};

export function toClaim({ content, sealed, body, size: _, ...row }: IdempotencyRow): IdempotencyClaim {
  const claim = body === null ? row : { ...row, body };
  if (content === null) return claim;
  return { ...claim, answer: { content, ...(sealed !== null && { sealed }) } };
}
