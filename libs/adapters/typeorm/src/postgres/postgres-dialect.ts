import type { Dialect, Returned, Database } from '../sql/database.js';
import { ownerLocks } from './advisory-locks.js';
import { OutboxConsumerSchema } from '../kernel/outbox-schema.js';

const MOST_AT_ONCE = 10_000;

/**
 * Assigns the next positions to committed events without one, in the order of their numbers. The numbers themselves do
 * not suffice: a transaction may commit after one with a higher number, and a consumer past that number would miss it.
 * Runs exclusively, so that no position becomes visible before a lower one.
 */
async function placeEvents(database: Database): Promise<void> {
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

/** PostgreSQL at READ COMMITTED, where writes run concurrently. */
export const postgres: Dialect = {
  contents: 'feature_space',
  // PostgreSQL cannot parse JSON with NUL, which names in a summary may contain. The length is the first member.
  contentLength: `substring(summary::text FROM '^[{]"length":([0-9]+)')::float8`,
  lockOwner: async (manager, owner) => {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ownerLocks, owner]);
  },
  forUpdate: () => 'FOR UPDATE',
  lockTable: async (manager, { name }) => {
    await manager.sql`LOCK TABLE ${() => name} IN SHARE ROW EXCLUSIVE MODE`;
  },
  placeEvents,
  rowsOf<Row>(returned: Returned<Row>) {
    return (returned as readonly [rows: readonly Row[], count: number])[0];
  },
};
