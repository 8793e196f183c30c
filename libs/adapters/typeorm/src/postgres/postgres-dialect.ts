import type { Dialect, Returned } from '../sql/database.js';
import { ownerLocks } from './advisory-locks.js';
import { placeEvents } from './place-events.js';

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
