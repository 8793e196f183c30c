import { StorageUnavailable } from '@cairn/kernel';
import type { Database } from '../database.js';
import { sqlite } from '../dialect.js';
import type { Statements } from '../statements.js';
import type { FileLock } from './file-lock.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { storageError } from './storage-error.js';
import type { SharedCounter } from './threads/shared-counter.js';
import { WriteQueue } from './write-queue.js';

interface Connections {
  /** Without it nothing can be written. */
  readonly writer?: SqliteConnection | undefined;
  readonly reader: SqliteConnection;
  /** Differs after every write of any thread that shares it. */
  readonly version?: SharedCounter;
  /** Released in the end. */
  readonly lock?: FileLock;
}

/**
 * A SQLite file, used from one thread: one connection for writes, behind a queue, and another one for reads, which does
 * not see what is under way.
 */
export class SqliteDatabase implements Database {
  readonly dialect = sqlite;

  private readonly queue: WriteQueue | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly connections: Connections) {
    const { writer, version } = connections;
    this.queue = writer && new WriteQueue(writer.statements, { version });
  }

  async write<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    if (this.queue === undefined) throw new StorageUnavailable('The database is open for reading only.');
    return await this.queue.run(work);
  }

  async read<T>(query: (manager: Statements) => Promise<T>): Promise<T> {
    if (this.closing !== undefined) throw new StorageUnavailable('The database is closed.');
    try {
      return await query(this.connections.reader.statements);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Succeeds when the file can be read now. @throws {StorageUnavailable} */
  async check(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1 FROM sqlite_schema LIMIT 1'));
  }

  /** Waits for what is queued and leaves no log behind; a second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private async end(): Promise<void> {
    await this.queue?.close();
    // The writer last: only it can copy the write-ahead log into the file and remove it.
    this.connections.reader.close();
    this.connections.writer?.close();
    await this.connections.lock?.release();
  }
}
