import type { Database } from '../database.js';
import { placeEvents } from '../postgres/place-events.js';
import type { Statements } from './statements.js';
import type { Table } from './table.js';

/** What a statement with RETURNING gives, depending on the driver: the rows, or a pair of them and their count. */
export type Returned<Row> = readonly Row[] | readonly [rows: readonly Row[], count: number];

/** Where the databases differ, as far as the repositories meet it. */
export interface Dialect {
  /**
   * Ends a SELECT of a row that is changed afterwards: nobody else may change it until this work is done, and it is read
   * as everybody else left it. A function, so that the `sql` tag takes it for a text of the statement.
   */
  readonly forUpdate: () => string;

  /** Lets nobody else change the table until this work is done. */
  lockTable<T>(manager: Statements, schema: Table<T>): Promise<void>;

  /** Sees to it that every event that is committed has its position. */
  placeEvents(database: Database): Promise<void>;

  /** The rows that an UPDATE or a DELETE gave. */
  rowsOf<Row>(returned: Returned<Row>): readonly Row[];
}

/** SQLite, where work that writes runs alone. */
export const sqlite: Dialect = {
  forUpdate: () => '',
  lockTable: async () => undefined,
  placeEvents: async () => undefined,
  rowsOf<Row>(returned: Returned<Row>) {
    return returned as readonly Row[];
  },
};

/** PostgreSQL at READ COMMITTED, where work that writes runs beside other such work. */
export const postgres: Dialect = {
  forUpdate: () => 'FOR UPDATE',
  lockTable: async (manager, { name }) => {
    await manager.sql`LOCK TABLE ${() => name} IN SHARE ROW EXCLUSIVE MODE`;
  },
  placeEvents,
  rowsOf<Row>(returned: Returned<Row>) {
    return (returned as readonly [rows: readonly Row[], count: number])[0];
  },
};
