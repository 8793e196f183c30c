import type { Clock, StatementWatch } from '@cairn/kernel';
import type { RelationalStore, Repositories, RepositoryCalls, SimpleRepositories } from '../repositories.js';
import { DiskReserve } from './connection/disk-reserve.js';
import type { FileLock } from './connection/file-lock.js';
import { prepareFile } from './prepare-file.js';
import { SqliteConnection } from './connection/sqlite-connection.js';
import { SqliteDatabase } from './connection/sqlite-database.js';
import { sqliteDriver } from './connection/sqlite-driver.js';
import { storageError } from './connection/storage-error.js';
import { SharedCounters } from './connection/shared-counters.js';
import { ThreadPool } from './threads/thread-pool.js';
import type { Access } from '../sql/repository.js';
import { cached, isOpen } from './threads/cached.js';
import { RemoteFeatureStore } from './threads/remote-feature-store.js';
import { CALLS } from './threads/messages.js';

/**
 * The number of features to write at once into a SQLite file. Such a batch takes about 30 ms, while other writes wait,
 * and per feature less than half the time of a batch of a hundred.
 */
export const SQLITE_WRITE_CHUNK = 1_000;

/** A database in a file. */
export interface SqliteStore extends RelationalStore {
  /** Gives some free pages back to the disk, while others write. Resolves to their bytes; 0 once there is no more to give. */
  vacuum(): Promise<number>;
}

export interface SqliteOptions {
  readonly file: string;
  /** Disk space reserved for deletions on a full disk, by default 8 MiB. */
  readonly reserveInBytes?: number | undefined;
  /** The clock of events; by default that of the system. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** What events are stored with besides, and what is told of statements. */
  readonly watch?: StatementWatch | undefined;
}

/**
 * Opens the database in `file` and locks it against other processes. It must not be on a network file system. Creates
 * the folder, file and tables if missing. Statements run in worker threads, so that neither a commit waiting for the
 * disk nor a long listing blocks the event loop.
 * @throws {StorageUnavailable} {DatabaseInUse} {NewerSchema} {OlderSchema}
 */
export async function openSqlite({
  file,
  reserveInBytes,
  clock = Date,
  watch,
}: SqliteOptions): Promise<SqliteStore> {
  const counters = new SharedCounters();
  const shared = { file, reserveInBytes, counters: counters.memory };
  const { lock, opened } = await openLocked(file, async (prepared) => {
    const pool = await ThreadPool.open(shared, { ...watch, clock }, prepared);
    return { pool, repositories: await remoteRepositories(pool, counters) };
  });
  const { pool, repositories } = opened;
  return {
    repositories,
    queues: pool.queues,
    check: async () => {
      // Only the writer's thread knows the reserve.
      const probe = { repository: 'database', method: 'probe', args: [] };
      await Promise.all([pool.read(probe), pool.write({ ...probe, method: 'check' })]);
    },
    vacuum: async () => (await pool.write({ repository: 'database', method: 'vacuum', args: [] })) as number,
    close: once(async () => {
      try {
        await pool.close();
      } finally {
        await lock.release();
      }
    }),
  };
}

/** Opens the database in the current thread, which every statement blocks. For tools and tests. */
export async function openSqliteHere({ file, reserveInBytes }: SqliteOptions): Promise<SqliteDatabase> {
  const { opened } = await openLocked(file, async (prepared) => {
    const lock = await prepared;
    const writer = await SqliteConnection.writer(file).withEntities();
    const reserve = await DiskReserve.open(file, reserveInBytes);
    const reader = await SqliteConnection.reader(file).withEntities();
    const openReader = (): SqliteConnection => SqliteConnection.snapshot(file);
    return new SqliteDatabase({ writer, reader, openReader, reserve, lock });
  });
  return opened;
}

async function openLocked<T>(
  file: string,
  open: (prepared: Promise<FileLock>) => Promise<T>,
): Promise<{ readonly lock: FileLock; readonly opened: T }> {
  sqliteDriver(); // before a folder is made
  return await DiskReserve.releaseWhileFull(file, async () => {
    const prepared = prepareFile(file);
    try {
      return { opened: await open(prepared), lock: await prepared };
    } catch (error) {
      const lock = await prepared;
      await lock.release();
      throw storageError(error);
    }
  });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The repositories of a SQLite file. Calls are executed in its threads. */
async function remoteRepositories(pool: ThreadPool, counters: SharedCounters): Promise<Repositories> {
  const remote = (repository: string, method: string, how: Access): Method => {
    if (how === 'write') return (...args) => pool.write({ repository, method, args });
    const read: Method = (...args) => pool.read({ repository, method, args });
    if (how === 'read') return read;
    if (how === 'cached-by-space') return cached((id) => counters.of('spaces', id), read);
    const commits = how === 'cached-access' ? counters.of('access') : counters.all;
    return cached(() => commits, read, how === 'cached-if-open' ? isOpen : undefined);
  };
  const calls = (await pool.read({ repository: CALLS, method: 'all', args: [] })) as RepositoryCalls;
  const repositories = Object.entries(calls).map(([name, methods]) => {
    const entries = Object.entries(methods).map(([method, how]) => [method, remote(name, method, how)]);
    return [name, Object.fromEntries(entries)] as const;
  });
  return {
    // The thread has the same repositories. Each call returns what the repository there returns.
    ...(Object.fromEntries(repositories) as SimpleRepositories),
    features: new RemoteFeatureStore(pool, counters),
  };
}
