import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import type { Database } from '../database.js';
import { sqlite } from '../sql/dialect.js';
import type { Statements } from '../sql/statements.js';
import type { DiskReserve } from './connection/disk-reserve.js';
import type { FileLock } from './connection/file-lock.js';
import { hasFreePages } from './connection/free-pages.js';
import type { SqliteConnection } from './connection/sqlite-connection.js';
import { storageError } from './connection/storage-error.js';
import type { SharedCounter } from './threads/shared-counter.js';
import { WriteQueue } from './connection/write-queue.js';

interface Connections {
  /** Without it nothing can be written. */
  readonly writer?: SqliteConnection | undefined;
  readonly reader: SqliteConnection;
  /** Room for what must be written where the disk is full. */
  readonly reserve?: DiskReserve | undefined;
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
    const { writer, version, reserve } = connections;
    this.queue = writer && new WriteQueue(writer.statements, { version, reserve });
  }

  async write<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.writing.run(work);
  }

  async writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.writing.run(work, 'reserve');
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
  async probe(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1 FROM sqlite_schema LIMIT 1'));
  }

  /** Succeeds when the file can be read now, and has room for more. @throws {StorageUnavailable} {StorageFull} */
  async check(): Promise<void> {
    const { reserve } = this.connections;
    if (reserve === undefined) return await this.probe();
    const hasPages = await this.read(hasFreePages);
    if (!(await reserve.hasRoom()) && !hasPages)
      throw new StorageFull('The disk is full: the database cannot grow.');
  }

  /** Waits for what is queued and leaves no log behind; a second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private get writing(): WriteQueue {
    if (this.queue === undefined) throw new StorageUnavailable('The database is open for reading only.');
    return this.queue;
  }

  private async end(): Promise<void> {
    await this.queue?.close();
    // The writer last: only it can copy the write-ahead log into the file and remove it.
    this.connections.reader.close();
    this.connections.writer?.close();
    await this.connections.lock?.release();
  }
}
