import type { Dialect, Returned } from '../database.js';
import { placeEvents } from '../postgres/place-events.js';

/** SQLite, where writes run one at a time. */
export const sqlite: Dialect = {
  contents: 'space_content',
  forUpdate: () => '',
  lockTable: async () => undefined,
  placeEvents: async () => undefined,
  rowsOf<Row>(returned: Returned<Row>) {
    return returned as readonly Row[];
  },
};

/** PostgreSQL at READ COMMITTED, where writes run concurrently. */
export const postgres: Dialect = {
  contents: 'feature_space',
  forUpdate: () => 'FOR UPDATE',
  lockTable: async (manager, { name }) => {
    await manager.sql`LOCK TABLE ${() => name} IN SHARE ROW EXCLUSIVE MODE`;
  },
  placeEvents,
  rowsOf<Row>(returned: Returned<Row>) {
    return (returned as readonly [rows: readonly Row[], count: number])[0];
  },
};
