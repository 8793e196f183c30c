import type { DomainEvent } from '@cairn/kernel';
import type { Table } from '../sql/table.js';

/** An event; `payload` is a JSON object. */
export interface OutboxEventRow extends Omit<DomainEvent, 'payload'> {
  readonly payload: string;
}

/** What is inserted. Where it stands among others the database says, each in a way of its own: see the migrations. */
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

/** How far a consumer has come. */
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
