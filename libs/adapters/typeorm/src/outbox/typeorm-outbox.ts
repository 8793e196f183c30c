import { OUTBOX_START, type Outbox, type OutboxEntry, type OutboxExtent } from '@cairn/kernel';
import type { Database } from '../database.js';
import { OutboxEventSchema, type OutboxConsumerRow, type OutboxEventRow } from './outbox-schema.js';
import { selection } from '../sql/selection.js';
import type { Statements } from '../sql/statements.js';

const columns = selection(OutboxEventSchema);

/** Events as rows, in the order of their positions. */
export class TypeOrmOutbox implements Outbox {
  constructor(private readonly database: Database) {}

  async list(after: number, limit: number): Promise<readonly OutboxEntry[]> {
    await this.database.dialect.placeEvents(this.database);
    const rows = await this.database.read(
      (manager) => manager.sql<readonly (OutboxEventRow & { readonly position: number })[]>`
        SELECT position, ${columns} FROM outbox_event
        WHERE position > ${after} ORDER BY position LIMIT ${limit}`,
      { budget: 'listing' },
    );
    return Array.from(rows, ({ position, payload, ...event }) => ({
      position,
      event: { ...event, payload: JSON.parse(payload) as OutboxEntry['event']['payload'] },
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
      { isUnhurried: true },
    );
  }

  async extent(): Promise<OutboxExtent> {
    await this.database.dialect.placeEvents(this.database);
    const [row] = await this.database.read(
      // Two queries, each of one entry of the index: SQLite reads the whole table for both in one.
      (manager) => manager.sql<readonly { readonly first: number | null; readonly last: number | null }[]>`
        SELECT (SELECT min(position) FROM outbox_event) AS "first",
          (SELECT max(position) FROM outbox_event) AS "last"`,
    );
    const { first = null, last = null } = row ?? {};
    return { pruned: first === null ? OUTBOX_START : first - 1, last: last ?? OUTBOX_START };
  }

  async prune(consumers: readonly string[], before: number): Promise<void> {
    await this.database.writeEvenIfFull(
      async (manager) => {
        let passed = Number.MAX_SAFE_INTEGER;
        for (const consumer of consumers) passed = Math.min(passed, await positionOf(manager, consumer));
        const [kept] = await manager.sql<readonly { readonly position: number }[]>`
          SELECT position FROM outbox_event
          WHERE position > ${passed} OR occurred_at >= ${before}
            OR position = (SELECT max(position) FROM outbox_event)
          ORDER BY position LIMIT 1`;
        if (kept !== undefined) await manager.sql`DELETE FROM outbox_event WHERE position < ${kept.position}`;
      },
      { budget: 'listing', isUnhurried: true },
    );
  }
}

async function positionOf(manager: Statements, consumer: string): Promise<number> {
  const [row] = await manager.sql<readonly Pick<OutboxConsumerRow, 'position'>[]>`
    SELECT position FROM outbox_consumer WHERE name = ${consumer}`;
  return row?.position ?? OUTBOX_START;
}
