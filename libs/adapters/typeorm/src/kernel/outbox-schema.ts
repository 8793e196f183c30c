import type { DomainEvent } from '@cairn/kernel';
import { integer, table, text } from '../sql/table.js';

/** An event. `payload` is a JSON object. */
export interface OutboxEventRow extends Omit<DomainEvent, 'payload'> {
  readonly payload: string;
}

/** The columns that are inserted. The database assigns the position, each in its own way: see `otherTables`. */
export const OutboxEventSchema = table<OutboxEventRow>('outbox_event', {
  id: text,
  type: text,
  aggregateId: text,
  occurredAt: integer,
  payload: text,
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
