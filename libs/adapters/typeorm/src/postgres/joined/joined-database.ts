import { NotInTransaction, TransactionConflict } from '@cairn/kernel';
import type { Database, Dialect } from '../../sql/database.js';
import type { Connection } from '../bulk/bulk-connection.js';
import { isConflict, isLockTimeout, storageError } from '../connection/storage-error.js';

const LOCK_TIMEOUT = '2s';

/**
 * A PostgreSQL database within a transaction of the caller. Each unit of work is a savepoint, one after the other, so that one that
 * fails leaves the transaction usable. Nothing is durable before the caller commits.
 */
export class JoinedDatabase implements Database {
  /** A connection runs one unit at a time. */
  readonly maxConnections = 1;
  private last: Promise<unknown> = Promise.resolve();
  private isChecked = false;

  /** Without `schema` the tables are found by the search path of the caller. */
  constructor(
    private readonly connection: Connection,
    readonly dialect: Dialect,
    private readonly schema: string | undefined,
  ) {}

  async write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.unit(work);
  }

  async writeEvenIfFull<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.unit(work);
  }

  async read<T>(query: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.unit(query);
  }

  /** @throws {NotInTransaction} always: it needs a connection of its own. */
  stream(): never {
    throw new NotInTransaction();
  }

  /** @throws {NotInTransaction} always: it needs a transaction of its own. */
  snapshot(): never {
    throw new NotInTransaction();
  }

  private async unit<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const run = this.last.then(() => this.inSavepoint(work));
    this.last = run.catch(() => undefined);
    return await run;
  }

  private async inSavepoint<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { connection } = this;
    try {
      await this.check();
      await connection.query('SAVEPOINT cairn');
    } catch (error) {
      throw storageError(error);
    }
    try {
      const former = await this.settings();
      const result = await work(connection);
      await connection.query(RESTORE, [former.path, former.timeout]);
      await connection.query('RELEASE SAVEPOINT cairn');
      return result;
    } catch (error) {
      // Also undoes the settings. Of a lost connection there is nothing left to undo.
      await connection.query('ROLLBACK TO SAVEPOINT cairn; RELEASE SAVEPOINT cairn').catch(() => undefined);
      if (isConflict(error) || isLockTimeout(error)) throw new TransactionConflict({ cause: error });
      throw storageError(error);
    }
  }

  private async settings(): Promise<{ readonly path: string; readonly timeout: string }> {
    const [former] = await this.connection.query<
      readonly { readonly path: string; readonly timeout: string }[]
    >(SET, [this.schema ?? null, LOCK_TIMEOUT]);
    if (former === undefined) throw new Error('PostgreSQL returned no settings.');
    return former;
  }

  /** Locks rely on statements that see what others have committed meanwhile. */
  private async check(): Promise<void> {
    if (this.isChecked) return;
    const [row] = await this.connection.query<readonly { readonly transaction_isolation: string }[]>(
      'SHOW transaction_isolation',
    );
    if (row?.transaction_isolation !== 'read committed')
      throw new TypeError('A transaction that Cairn joins must be READ COMMITTED.');
    this.isChecked = true;
  }
}

/** The former settings are read before: SELECT lists are evaluated from the left. */
const SET = `SELECT current_setting('search_path') AS path, current_setting('lock_timeout') AS timeout,
  set_config('search_path', coalesce(quote_ident($1), current_setting('search_path')), true),
  set_config('lock_timeout', $2, true)`;
const RESTORE = `SELECT set_config('search_path', $1, true), set_config('lock_timeout', $2, true)`;
