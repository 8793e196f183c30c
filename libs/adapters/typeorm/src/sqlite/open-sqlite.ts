import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';
import { FileLock } from './file-lock.js';
import { migrateSqlite } from './migrate-sqlite.js';
import { SqliteDatabase } from './sqlite-database.js';
import { sqliteReader, sqliteWriter } from './sqlite-source.js';
import { storageError } from './storage-error.js';

/**
 * Opens the database in `file`, which must not lie on a network file system, and keeps every other process from doing
 * so. What is missing is made: the folder, the file, tables.
 * @throws {StorageUnavailable} {DatabaseInUse} {NewerSchema}
 */
export async function openSqlite({ file }: { readonly file: string }): Promise<SqliteDatabase> {
  await makeFolder(dirname(file));
  const lock = await FileLock.take(file).catch((error: unknown) => {
    throw storageError(error);
  });
  const opened: DataSource[] = [];
  try {
    const writer = sqliteWriter(file);
    opened.push(await writer.initialize());
    await migrateSqlite(writer, file);
    const reader = sqliteReader(file);
    opened.push(await reader.initialize());
    return new SqliteDatabase(writer, reader, lock);
  } catch (error) {
    for (const source of opened) await source.destroy();
    await lock.release();
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
