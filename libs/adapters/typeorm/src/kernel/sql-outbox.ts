import {
  OUTBOX_START,
  type Outbox,
  type OutboxEntry,
  type OutboxExtent,
  type OutboxPruning,
} from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import { OutboxEventSchema, type OutboxConsumerRow, type OutboxEventRow } from './outbox-schema.js';
import { selection } from '../sql/table.js';
import type { Statements } from '../sql/statements.js';

const columns = selection(OutboxEventSchema);

/** Events as rows, in the order of their positions. In SQL: every change stores one, in a table that differs by dialect. */
export class SqlOutbox implements Outbox {
  constructor(private readonly database: Database) {}

  async list(after: number, limit: number): Promise<readonly OutboxEntry[]> {
    await this.database.dialect.placeEvents(this.database);
    const rows = await this.database.read(
      (manager) => manager.sql<readonly (OutboxEventRow & { readonly position: number })[]>`
        SELECT position, ${columns} FROM outbox_event
        WHERE position > ${after} ORDER BY position LIMIT ${limit}`,
      { budget: 'listing' },
    );
    return Array.from(rows, ({ position, payload, traceparent, ...event }) => ({
      position,
      event: {
        ...event,
        payload: JSON.parse(payload) as OutboxEntry['event']['payload'],
        ...(traceparent !== null && { traceparent }),
      },
    }));
  }

  async position(consumer: string): Promise<number> {
    return await this.database.read((manager) => positionOf(manager, consumer));
  }

  async advance(consumer: string, position: number): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`
        INSERT INTO outbox_consumer (name, position) VALUES (${consumer}, ${position})
        ON CONFLICT (name) DO UPDATE SET position = excluded.position
        WHERE outbox_consumer.position < excluded.position`,
      { isLowPriority: true },
    );
  }

  async extent(): Promise<OutboxExtent> {
    await this.database.dialect.placeEvents(this.database);
    const [row] = await this.database.read(
      // Two queries that each read one index entry: SQLite reads the whole table if one query selects both.
      (manager) => manager.sql<readonly { readonly first: number | null; readonly last: number | null }[]>`
        SELECT (SELECT min(position) FROM outbox_event) AS "first",
          (SELECT max(position) FROM outbox_event) AS "last"`,
    );
    const { first = null, last = null } = row ?? {};
    return { pruned: first === null ? OUTBOX_START : first - 1, last: last ?? OUTBOX_START };
  }

  async prune({ consumers, before, limit }: OutboxPruning): Promise<number> {
    return await this.database.writeEvenIfFull(
      async (manager) => {
        let passed = Number.MAX_SAFE_INTEGER;
        for (const consumer of consumers) passed = Math.min(passed, await positionOf(manager, consumer));
        // Selects one more than may be removed. The extra one stays: it is the newest of all, or the first of the next
        // step.
        const oldest = await manager.sql<
          readonly { readonly position: number; readonly occurredAt: number }[]
        >`
          SELECT position, occurred_at AS "occurredAt" FROM outbox_event
          WHERE position > ${OUTBOX_START} ORDER BY position LIMIT ${limit + 1}`;
        const removed = oldest.findIndex(
          ({ position, occurredAt }, index) =>
            position > passed || occurredAt >= before || index === oldest.length - 1,
        );
        const kept = oldest[removed];
        if (kept === undefined || removed === 0) return 0;
        await manager.sql`DELETE FROM outbox_event WHERE position < ${kept.position}`;
        return removed;
      },
      { budget: 'listing', isLowPriority: true },
    );
  }
}

async function positionOf(manager: Statements, consumer: string): Promise<number> {
  const [row] = await manager.sql<readonly Pick<OutboxConsumerRow, 'position'>[]>`
    SELECT position FROM outbox_consumer WHERE name = ${consumer}`;
  return row?.position ?? OUTBOX_START;
}
