import { randomUUID } from 'node:crypto';
import type { EventFact } from '@cairn/kernel';
import { insert } from '../sql/insert.js';
import { OutboxEventSchema } from './outbox-schema.js';
import type { Statements } from '../sql/statements.js';

/**
 * Records the event in the transaction of its change, after the aggregate's row is changed: the row lock makes the
 * next
 * change wait for this transaction, so that events of an aggregate are numbered in the order of its changes.
 */
export async function appendEvent(statements: Statements, fact: EventFact): Promise<void> {
  const { type, aggregateId, payload } = fact;
  const row = { id: randomUUID(), type, aggregateId, occurredAt: Date.now() };
  await insert(statements, OutboxEventSchema, [{ ...row, payload: JSON.stringify(payload) }]);
}
