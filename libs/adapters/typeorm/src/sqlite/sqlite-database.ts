import type { DataSource } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';
import type { Database } from '../database.js';
import { sqlite } from '../dialect.js';
import type { FileLock } from './file-lock.js';
import { storageError } from './storage-error.js';
import { WriteQueue } from './write-queue.js';
import type { Statements } from '../statements.js';
import { statementsOf } from '../statements-of.js';

/**
 * A SQLite file. TypeORM gives all users of a source the same connection, so that one's rollback would undo what others
 * were told is stored: hence one source for writes, behind a queue, and another one for reads.
 */
export class SqliteDatabase implements Database {
  readonly dialect = sqlite;

  private readonly queue: WriteQueue;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly lock: FileLock,
  ) {
    this.queue = new WriteQueue(statementsOf(writer.createQueryRunner().manager));
  }

  get version(): number {
    return this.queue.ended;
  }

  async write<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.queue.run(work);
  }

  async read<T>(query: (manager: Statements) => Promise<T>): Promise<T> {
    if (this.closing !== undefined) throw new StorageUnavailable('The database is closed.');
    try {
      return await query(statementsOf(this.reader.manager));
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Succeeds when the file can be read now. @throws {StorageUnavailable} */
  async check(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1 FROM sqlite_schema LIMIT 1'));
  }

  /** Waits for what is queued, leaves no log behind and lets others open the file; a second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private async end(): Promise<void> {
    await this.queue.close();
    // The writer last: only it can copy the write-ahead log into the file and remove it.
    await this.reader.destroy();
    await this.writer.destroy();
    await this.lock.release();
  }
}
