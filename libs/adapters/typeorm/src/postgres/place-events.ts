import type { Database } from '../database.js';
import { OutboxConsumerSchema } from '../outbox/outbox-schema.js';

const MOST_AT_ONCE = 10_000;

/**
 * Gives the events that are committed and have no position yet the next ones, in the order in which they were made.
 * Their own numbers will not do: a transaction may commit after others whose numbers are higher, and a consumer that has
 * passed those would never see it. Whoever places events does so alone, so that no position is seen before a lower one.
 */
export async function placeEvents(database: Database): Promise<void> {
  const waiting = await database.read((manager) =>
    manager.query<readonly unknown[]>('SELECT 1 FROM outbox_event WHERE position IS NULL LIMIT 1'),
  );
  if (waiting.length === 0) return;
  await database.write(
    async (manager) => {
      await database.dialect.lockTable(manager, OutboxConsumerSchema);
      await manager.sql`
      UPDATE outbox_event SET position = placed.position FROM (
        SELECT sequence, nextval('outbox_event_position') AS position FROM (
          SELECT sequence FROM outbox_event WHERE position IS NULL ORDER BY sequence LIMIT ${MOST_AT_ONCE}
        ) AS waiting
      ) AS placed WHERE outbox_event.sequence = placed.sequence`;
    },
    { budget: 'listing' },
  );
}
