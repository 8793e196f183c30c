import type { Database } from '../database.js';
import { placeEvents } from '../postgres/place-events.js';
import type { Statements } from './statements.js';
import type { Table } from './table.js';

/** Result of a statement with RETURNING, depending on the driver: the rows, or the rows and their count. */
export type Returned<Row> = readonly Row[] | readonly [rows: readonly Row[], count: number];

/** Differences between the databases that matter to the repositories. */
export interface Dialect {
  /** The table that has a row for the features of each space, by `space_id`, with the `key` that features refer to. */
  readonly contents: string;

  /**
   * Ends a SELECT that locks its row until the end of the transaction and reads its latest committed version. It is a
   * function so that the `sql` tag takes it as SQL, not as a value.
   */
  readonly forUpdate: () => string;

  /** Locks the table against changes by others until the end of the transaction. */
  lockTable<T>(manager: Statements, schema: Table<T>): Promise<void>;

  /** Ensures that every committed event has a position. */
  placeEvents(database: Database): Promise<void>;

  /** The rows that an UPDATE or a DELETE returned. */
  rowsOf<Row>(returned: Returned<Row>): readonly Row[];
}

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
