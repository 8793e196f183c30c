import type { Dialect } from './sql/dialect.js';
import type { Statements } from './sql/statements.js';

/** Purpose of a call. Determines its time limits. */
export type Budget = 'lookup' | 'change' | 'listing' | 'bulk' | 'migration';

/** Options of a call. */
export interface Call {
  /** Applies to every statement of the call. Defaults to `lookup` for reads and `change` for writes. */
  readonly budget?: Budget | undefined;
  /** Of a write for which nobody waits: long ones need not hurry on its account. */
  readonly isUnhurried?: boolean | undefined;
}

/** What the repositories need of a database. */
export interface Database {
  readonly dialect: Dialect;

  /**
   * Resolves when the changes of `work` are durable. If `work` throws or the commit fails, nothing is stored; only if
   * the
   * connection is lost during the commit, the changes may be stored. Other writes may run concurrently: an invariant
   * must
   * be checked by the changing statement itself, or protected by a lock. `work` must await nothing but its manager
   * and have
   * no side effects: it may be retried.
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
