import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@cairn/kernel';
import { FileLock } from './file-lock.js';
import { causeOf, codeOf } from '../../sql/query-cause.js';
import { migrateSqlite } from '../migrations/migrate-sqlite.js';
import { SqliteConnection } from './sqlite-connection.js';
import { storageError } from './storage-error.js';

/**
 * Locks a database file against other processes and migrates it. Creates the folder, file and tables if missing.
 * @throws {StorageUnavailable} {DatabaseInUse} {NewerSchema}
 */
export async function prepareFile(file: string): Promise<FileLock> {
  await makeFolder(dirname(file));
  const lock = await FileLock.take(file).catch((error: unknown) => {
    throw storageError(error);
  });
  try {
    const connection = SqliteConnection.writer(file);
    await migrateSqlite(connection, file).finally(() => connection.close());
    return lock;
  } catch (error) {
    await lock.release();
    if (codeOf(causeOf(error)) === 'SQLITE_NOTADB')
      throw new Error(`The file ${file} is not a SQLite database. Nothing in it was changed.`, {
        cause: error,
      });
    throw storageError(error);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StorageUnavailable(`The folder ${folder} of the database cannot be made.`, { cause });
  }
}
