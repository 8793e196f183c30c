import type { DomainEvent } from '@cairn/kernel';
import type { Table } from '../sql/table.js';

/** An event. `payload` is a JSON object. */
export interface OutboxEventRow extends Omit<DomainEvent, 'payload'> {
  readonly payload: string;
}

/**
 * The inserted columns. The position is assigned by the database, differently in each dialect: see the initial schema.
 */
export const OutboxEventSchema: Table<OutboxEventRow> = {
  name: 'outbox_event',
  columns: {
    id: { type: 'text' },
    type: { type: 'text' },
    aggregateId: { type: 'text', name: 'aggregate_id' },
    occurredAt: { type: 'integer', name: 'occurred_at' },
    payload: { type: 'text' },
  },
};

/** The position of a consumer. */
export interface OutboxConsumerRow {
  readonly name: string;
  readonly position: number;
}

export const OutboxConsumerSchema: Table<OutboxConsumerRow> = {
  name: 'outbox_consumer',
  columns: {
    name: { type: 'text', primary: true },
    position: { type: 'integer' },
  },
};
