import type { Dialect } from './sql/dialect.js';
import type { Statements } from './sql/statements.js';

/** What a call is for, by which a database decides how long it may take. */
export type Budget = 'lookup' | 'change' | 'listing' | 'bulk' | 'migration';

/** What a call may take, where that is not the usual. */
export interface Call {
  /** For every statement of the call: `lookup` for reads and `change` for writes unless given. */
  readonly budget?: Budget | undefined;
}

/** What the repositories ask of a database; how it keeps its promises is its own affair. */
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
   * Writes, as `write` does, what takes no more room than it frees: where the disk is full too, as far as the database
   * keeps room for it.
   * @throws {StorageUnavailable} {StorageFull}
   */
  writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;

  /** Asks for what is durable now. @throws {StorageUnavailable} */
  read<T>(query: (manager: Statements) => Promise<T>, call?: Call): Promise<T>;
}
