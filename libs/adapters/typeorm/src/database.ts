import type { Dialect } from './sql/dialect.js';
import type { Statements } from './sql/statements.js';

/** Purpose of a call. Determines its time limits. */
export type Budget = 'lookup' | 'change' | 'listing' | 'bulk' | 'migration';

/** Options of a call. */
export interface Call {
  /** Applies to every statement of the call. Defaults to `lookup` for reads and `change` for writes. */
  readonly budget?: Budget | undefined;
}

/** What the repositories need of a database. */
export interface Database {
  readonly dialect: Dialect;

  /**
   * Resolves when the changes of `work` are durable. If it throws, or the changes cannot be made durable, none of them is
   * stored; where the connection is lost at the very end, they may be. Work of others may run at the same time: what
   * must still be so at the end is checked by the statement that changes it, or locked. `work` awaits nothing but the
   * manager it is given, and keeps nothing: it may run again.
   * @throws {StorageUnavailable} {StorageFull}
   */
  write<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;

  /**
   * A write that frees at least as much space as it takes, so it is also possible on a full disk, within the space
   * that
   * the database reserves.
   * @throws {StorageUnavailable} {StorageFull}
   */
  writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;

  /** Reads durable data. @throws {StorageUnavailable} */
  read<T>(query: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;
}
