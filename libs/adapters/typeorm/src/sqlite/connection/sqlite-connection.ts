import type { Database, Statement } from 'sqlite-driver';
import type { EntityManager } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';
import type { SlowStatementTimer } from '../../sql/slow-statement-timer.js';
import { notLoaded, Statements, untraced, type EventOrigin } from '../../sql/statements.js';
import { sqliteDriver } from './sqlite-driver.js';
import { PreparedStatements } from './sqlite-source.js';

const BUSY_TIMEOUT_MS = 5_000;
/** An import changes index pages all over the file. With SQLite's default of 2 MiB it takes a third longer. */
const WRITER_CACHE_KIB = 32 * 1_024;
/** A longer log, such as after a slow reader's snapshot, is truncated when it is overwritten from its start. */
const MAX_IDLE_LOG_BYTES = 16 * 1_024 * 1_024;
const READER_CACHE_KIB = 8 * 1_024;
/** Small, because there may be many of them. */
const SNAPSHOT_CACHE_KIB = 4 * 1_024;

/** What a connection is told of what is around it. */
interface Surroundings {
  readonly origin?: EventOrigin | undefined;
  readonly timer?: SlowStatementTimer | undefined;
}

/** A connection to a SQLite file. A statement blocks its thread while it runs. */
export class SqliteConnection {
  private readonly prepared: PreparedStatements;

  readonly statements: Statements;

  private entities: EntityManager | undefined;

  private constructor(
    private readonly database: Database,
    { origin = untraced(Date), timer }: Surroundings = {},
  ) {
    this.prepared = new PreparedStatements(database, timer);
    this.statements = new Statements(
      async (text, values) => this.run(text, values),
      () => '?',
      () => this.entities ?? notLoaded(),
      origin,
    );
  }

  /** The only writing connection. Creates the file if needed. @throws {StorageUnavailable} */
  static writer(file: string, surroundings?: Surroundings): SqliteConnection {
    const database = new (sqliteDriver())(file, { timeout: BUSY_TIMEOUT_MS });
    // Must come before the log is switched on, which creates the first page. A file with pages would need `VACUUM`.
    if (database.pragma('auto_vacuum', { simple: true }) === 0) database.pragma('auto_vacuum = INCREMENTAL');
    if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
      throw new StorageUnavailable('The file system cannot hold a database with a write-ahead log.');
    database.pragma('synchronous = FULL'); // with NORMAL, WAL may lose the last commits on a power cut
    database.pragma(`journal_size_limit = ${MAX_IDLE_LOG_BYTES}`);
    database.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
    database.pragma('foreign_keys = ON');
    database.pragma('temp_store = MEMORY'); // savepoints must work on a full disk too
    database.pragma('trusted_schema = OFF');
    return new SqliteConnection(database, surroundings);
  }

  /** A connection that sees committed data only. */
  static reader(file: string, timer?: SlowStatementTimer): SqliteConnection {
    return SqliteConnection.reading(file, READER_CACHE_KIB, timer);
  }

  /** A reader with a smaller cache, for a snapshot. */
  static snapshot(file: string, timer?: SlowStatementTimer): SqliteConnection {
    return SqliteConnection.reading(file, SNAPSHOT_CACHE_KIB, timer);
  }

  private static reading(file: string, cacheKib: number, timer?: SlowStatementTimer): SqliteConnection {
    const database = new (sqliteDriver())(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
    database.pragma(`cache_size = -${cacheKib}`);
    database.pragma('trusted_schema = OFF');
    return new SqliteConnection(database, { timer });
  }

  /** The prepared statement of a query, whose rows are arrays of columns. Objects take twice as long. */
  rows<Row extends readonly unknown[]>(text: string): Statement<unknown[], Row> {
    return this.prepare(text).raw() as Statement<unknown[], Row>;
  }

  /** Loads TypeORM, which `Statements.repository` needs. */
  async withEntities(): Promise<this> {
    const { sourceOver } = await import('./sqlite-source.js');
    const source = await sourceOver(this.database, this.prepared).initialize();
    this.entities = source.createQueryRunner().manager;
    return this;
  }

  /** Adds a function to the SQL of this connection, for its own triggers. */
  define(name: string, call: (value: unknown) => void): void {
    this.database.function(name, (value: unknown) => {
      call(value);
      return null;
    });
  }

  close(): void {
    this.database.close();
  }

  private run(text: string, values: readonly unknown[]): unknown {
    const statement = this.prepare(text);
    return statement.reader ? statement.all(...values) : statement.run(...values);
  }

  /** The prepared statement, to be run synchronously. */
  prepare(text: string): Statement<unknown[]> {
    return this.prepared.get(text);
  }
}
