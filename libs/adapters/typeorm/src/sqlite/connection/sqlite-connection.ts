import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { StorageUnavailable } from '@cairn/kernel';
import { Statements } from '../../sql/statements.js';

const BUSY_TIMEOUT_MS = 5_000;
/** More than the repositories have; a bound for texts that are put together, such as lists of owners. */
const MAX_PREPARED = 200;

/** A connection to a SQLite file. It runs one statement at a time, and blocks its thread meanwhile. */
export class SqliteConnection {
  private readonly prepared = new Map<string, Statement<unknown[]>>();

  readonly statements = new Statements(
    async (text, values) => this.run(text, values),
    () => '?',
  );

  private constructor(private readonly database: Database) {}

  /** The one connection that changes the file, which it creates where there is none. @throws {StorageUnavailable} */
  static writer(file: string): SqliteConnection {
    const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
    if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
      throw new StorageUnavailable('The file system cannot hold a database with a write-ahead log.');
    database.pragma('synchronous = FULL'); // in WAL, NORMAL may lose the last commits when power fails
    database.pragma('foreign_keys = ON');
    database.pragma('temp_store = MEMORY'); // savepoints too work where the disk is full
    database.pragma('trusted_schema = OFF');
    return new SqliteConnection(database);
  }

  /** A connection beside the writer's that sees what is committed, never what is under way. */
  static reader(file: string): SqliteConnection {
    const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
    database.pragma('trusted_schema = OFF');
    return new SqliteConnection(database);
  }

  close(): void {
    this.database.close();
  }

  private run(text: string, values: readonly unknown[]): unknown {
    const statement = this.prepare(text);
    return statement.reader ? statement.all(...values) : statement.run(...values);
  }

  private prepare(text: string): Statement<unknown[]> {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.database.prepare<unknown[]>(text);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size >= MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
    this.prepared.set(text, statement);
    return statement;
  }
}
