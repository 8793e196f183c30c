import { randomUUID } from 'node:crypto';
import type { EventFact } from '@cairn/kernel';
import { insertAll } from '../sql/insert.js';
import { OutboxEventSchema, type OutboxEventRow } from './outbox-schema.js';
import type { EventOrigin, Statements } from '../sql/statements.js';

/**
 * Records the event in the transaction of its change, after the aggregate's row is changed: the row lock makes the next
 * change wait for this transaction, so that events of an aggregate are numbered in the order of its changes.
 */
export async function appendEvent(statements: Statements, fact: EventFact): Promise<void> {
  await appendEvents(statements, [fact]);
}

/** Records several events in their order, as `appendEvent` does. */
export async function appendEvents(statements: Statements, facts: readonly EventFact[]): Promise<void> {
  await insertAll(
    statements,
    OutboxEventSchema,
    facts.map((fact) => toRow(fact, statements.origin)),
  );
}

function toRow({ type, aggregateId, payload }: EventFact, origin: EventOrigin): OutboxEventRow {
  const traceparent = origin.traceparent() ?? null;
  return {
    id: randomUUID(),
    type,
    aggregateId,
    occurredAt: origin.now(),
    payload: JSON.stringify(payload),
    traceparent,
  };
}
