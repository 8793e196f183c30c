import type { DomainEvent } from '@cairn/kernel';
import { integer, optional, table, text } from '../sql/table.js';

/** An event. `payload` is a JSON object. */
export interface OutboxEventRow extends Omit<DomainEvent, 'payload' | 'traceparent'> {
  readonly payload: string;
  readonly traceparent: string | null;
}

/** The migration since which events and what follows from them name a trace. */
export const TRACES = 'Traces1796800002100';

/**
 * The columns that are inserted. The database assigns the position, each in its own way: see `otherTables`, which have the
 * columns that were there at first.
 */
export const OutboxEventSchema = table<OutboxEventRow>('outbox_event', {
  id: text,
  type: text,
  aggregateId: text,
  occurredAt: integer,
  payload: text,
  traceparent: { ...optional(text), since: TRACES },
});

/** The position of a consumer. */
export interface OutboxConsumerRow {
  readonly name: string;
  readonly position: number;
}

export const OutboxConsumerSchema = table<OutboxConsumerRow>(
  'outbox_consumer',
  {
    name: text,
    position: integer,
  },
  {
    withoutRowid: true,
  },
);
