import type { Statements } from './statements.js';
import type { Table } from './table.js';

/** Purpose of a call. Determines its time limits. */
export type Budget = 'lookup' | 'change' | 'listing' | 'bulk' | 'migration';

/** Options of a call. */
export interface Call {
  /** Applies to every statement of the call. Defaults to `lookup` for reads and `change` for writes. */
  readonly budget?: Budget | undefined;
  /** Nobody waits for the write, so it may be delayed for other writes. */
  readonly isLowPriority?: boolean | undefined;
}

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

  /** The length of the summary of a row of `contents`, as SQL: the `length` of a `FeatureUse`. */
  readonly contentLength: string;

  /** Locks what counts for an owner, such as spaces and what they hold, against other writes until the end of the transaction. */
  lockOwner(manager: Statements, owner: string): Promise<void>;

  /** Locks the table against changes by others until the end of the transaction. */
  lockTable<T>(manager: Statements, schema: Table<T>): Promise<void>;

  /** Ensures that every committed event has a position. */
  placeEvents(database: Database): Promise<void>;

  /** The rows that an UPDATE or a DELETE returned. */
  rowsOf<Row>(returned: Returned<Row>): readonly Row[];
}

/** What the repositories need of a database. */
export interface Database {
  readonly dialect: Dialect;

  /**
   * Resolves when the changes of `work` are durable. If `work` throws or the commit fails, nothing is stored, except
   * that the changes may be stored if the connection is lost during the commit. Other writes may run concurrently: an
   * invariant must be checked by the changing statement itself, or protected by a lock. `work` must await nothing but
   * its manager and have no side effects, because it may be retried.
   * @throws {StorageUnavailable} {StorageFull}
   */
  write<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;

  /**
   * A write that frees at least as much space as it takes, so it is also possible on a full disk, within the space that
   * the database reserves.
   * @throws {StorageUnavailable} {StorageFull}
   */
  writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;

  /** Reads durable data. @throws {StorageUnavailable} */
  read<T>(query: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;
}
