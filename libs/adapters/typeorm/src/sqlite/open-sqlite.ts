import type { RelationalStore } from '../relational-store.js';
import { DiskReserve } from './connection/disk-reserve.js';
import type { FileLock } from './connection/file-lock.js';
import { prepareFile } from './connection/prepare-file.js';
import { SqliteConnection } from './connection/sqlite-connection.js';
import { SqliteDatabase } from './sqlite-database.js';
import { storageError } from './connection/storage-error.js';
import { remoteRepositories } from './threads/remote-repositories.js';
import { SharedCounter } from './threads/shared-counter.js';
import { ThreadPool } from './threads/thread-pool.js';

export interface SqliteOptions {
  readonly file: string;
  /** How much room is held on its disk for deletions when the disk is full; 8 MiB where it is not said. */
  readonly reserveInBytes?: number | undefined;
}

/**
 * Opens the database in `file`, which must not lie on a network file system, and keeps every other process from doing
 * so. What is missing is made: the folder, the file, tables. Statements run in threads of their own, so that a commit
 * that waits for the disk, or a long listing, stops nothing else.
 * @throws {StorageUnavailable} {DatabaseInUse} {NewerSchema}
 */
export async function openSqlite({ file, reserveInBytes }: SqliteOptions): Promise<RelationalStore> {
  const version = new SharedCounter();
  const lock = await prepareFile(file);
  const shared = { file, reserveInBytes, version: version.memory };
  const pool = await orRelease(lock, () => ThreadPool.open(shared));
  return {
    repositories: remoteRepositories(pool, version),
    check: async () => {
      // Only the thread that writes knows of the room it has.
      await Promise.all([pool.read('database', 'probe', []), pool.write('database', 'check', [])]);
    },
    close: once(async () => {
      try {
        await pool.close();
      } finally {
        await lock.release();
      }
    }),
  };
}

/** Opens the database in this very thread, which every statement then blocks; for tools and tests. */
export async function openSqliteHere({ file, reserveInBytes }: SqliteOptions): Promise<SqliteDatabase> {
  const lock = await prepareFile(file);
  return await orRelease(lock, async () => {
    const writer = SqliteConnection.writer(file);
    const reserve = await DiskReserve.open(file, reserveInBytes);
    return new SqliteDatabase({ writer, reader: SqliteConnection.reader(file), reserve, lock });
  });
}

async function orRelease<T>(lock: FileLock, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await lock.release();
    throw storageError(error);
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
