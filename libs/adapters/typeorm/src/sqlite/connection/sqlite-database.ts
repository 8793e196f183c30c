import { inTurn, StorageFull, StorageUnavailable } from '@cairn/kernel';
import type { Call, Database } from '../../sql/database.js';
import { sqlite } from './sqlite-dialect.js';
import type { Statements } from '../../sql/statements.js';
import type { DiskReserve } from './disk-reserve.js';
import type { FileLock } from './file-lock.js';
import { hasFreePages } from './free-pages.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { storageError } from './storage-error.js';
import type { SharedCounters } from './shared-counters.js';
import type { Room } from './waiting-units.js';
import { type BackgroundResult, WriteQueue } from './write-queue.js';
import { Vacuum } from './vacuum.js';
import { WatchedTables } from './watched-tables.js';
import { Snapshots } from './snapshots.js';

interface Connections {
  /** Without it the database is read-only. */
  readonly writer?: SqliteConnection | undefined;
  readonly reader: SqliteConnection;
  /** Opens another reader, for a snapshot. */
  readonly openReader: () => SqliteConnection;
  /** Disk space for writes on a full disk. */
  readonly reserve?: DiskReserve | undefined;
  /** Count the commits, for the caches of other threads. */
  readonly counters?: SharedCounters;
  /** Released by `close`. */
  readonly lock?: FileLock;
}

/** A SQLite file, used from one thread: one queued connection for writes and another for reads of committed data. */
export class SqliteDatabase implements Database {
  readonly dialect = sqlite;

  /** Snapshots of committed data. */
  readonly snapshots: Snapshots;

  private readonly queue: WriteQueue | undefined;
  private readonly vacuuming: Vacuum | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly connections: Connections) {
    const { writer, reader, counters, reserve, openReader } = connections;
    this.snapshots = new Snapshots(openReader);
    const watch = writer && counters && new WatchedTables(writer, counters);
    this.queue = writer && new WriteQueue(writer.statements, { watch, reserve });
    if (writer && this.queue && reserve)
      this.vacuuming = new Vacuum({ writer, reader, queue: this.queue, reserve });
  }

  async write<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T> {
    return await this.writing.run(work, call);
  }

  async writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>, call?: Call): Promise<T> {
    return await this.writing.run(work, { ...call, room: 'reserve' });
  }

  /** Like `write`, with prepared statements. `work` awaits nothing but its connection. */
  async writeDirectly<T>(work: (writer: SqliteConnection) => Promise<T>, room?: Room): Promise<T> {
    return await this.writing.run(() => work(this.writer), { room });
  }

  /** Like `writeDirectly`, for work that is not urgent. */
  async writeInBackground<T>(
    work: (writer: SqliteConnection) => Promise<T>,
    room?: Room,
  ): Promise<BackgroundResult<T>> {
    return await this.writing.runInBackground(() => work(this.writer), room);
  }

  async read<T>(query: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.readDirectly((reader) => query(reader.statements));
  }

  /** Like `read`, with prepared statements. */
  async readDirectly<T>(query: (reader: SqliteConnection) => T): Promise<Awaited<T>> {
    if (this.closing !== undefined) throw new StorageUnavailable('The database is closed.');
    try {
      return await query(this.connections.reader);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Resolves when the file can be read. @throws {StorageUnavailable} */
  async probe(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1 FROM sqlite_schema LIMIT 1'));
  }

  /** Resolves when the file can be read and the disk has space. @throws {StorageUnavailable} {StorageFull} */
  async check(): Promise<void> {
    const { reserve } = this.connections;
    if (reserve === undefined) return await this.probe();
    const hasPages = await this.read(hasFreePages);
    if (!(await reserve.hasRoom()) && !hasPages)
      throw new StorageFull('The disk is full: the database cannot grow.');
  }

  /** Gives some free pages back to the disk. Resolves to their bytes; 0 once there is no more to give. */
  async vacuum(): Promise<number> {
    if (this.vacuuming === undefined) throw readOnly();
    return await this.vacuuming.step();
  }

  /** Waits for queued work and checkpoints the log. A second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private get writing(): WriteQueue {
    if (this.queue === undefined) throw readOnly();
    return this.queue;
  }

  private get writer(): SqliteConnection {
    const { writer } = this.connections;
    if (writer === undefined) throw readOnly();
    return writer;
  }

  private async end(): Promise<void> {
    const { reader, writer, lock } = this.connections;
    await inTurn(
      () => this.queue?.close(),
      () => this.snapshots.close(),
      // The writer last: only it can checkpoint the write-ahead log and remove it.
      () => reader.close(),
      () => writer?.close(),
      () => lock?.release(),
    );
  }
}

const readOnly = () => new StorageUnavailable('The database is open for reading only.');
