import { statSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@cairn/kernel';
import { FileLock } from './connection/file-lock.js';
import { causeOf, codeOf } from '../sql/query-cause.js';
import { FORMER_TABLE } from '../schema/former-schema.js';
import { MIGRATION_TABLE, appliedMigrations, migrationNames } from '../schema/migrations.js';
import { SqliteConnection } from './connection/sqlite-connection.js';
import { storageError } from './connection/storage-error.js';

/**
 * Locks a database file against other processes and migrates it. Creates the folder, file and tables if missing.
 * @throws {StorageUnavailable} {DatabaseInUse} {NewerSchema} {OlderSchema} {Error} if the file is that of another program.
 */
export async function prepareFile(file: string): Promise<FileLock> {
  await makeFolder(dirname(file));
  const lock = await FileLock.take(file).catch((error: unknown) => {
    throw storageError(error);
  });
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) await assertOwn(file);
    await restrictAccess(file);
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

/**
 * Only the owner may read what is stored. SQLite gives the files that it creates beside the database the same mode. If
 * the mode cannot be changed, as in a folder of another user, it stays.
 */
async function restrictAccess(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o600).catch(() => undefined); // SQLite reports why it cannot be opened
  await handle?.close();
  await Promise.allSettled([file, `${file}-wal`, `${file}-shm`].map((path) => chmod(path, 0o600)));
}

/** Runs before anything is written. The file of another program has tables, but not that of the migrations. */
async function assertOwn(file: string): Promise<void> {
  const connection = SqliteConnection.reader(file);
  try {
    const tables = await connection.statements.query<readonly { readonly name: string }[]>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    );
    const names = tables.map(({ name }) => name);
    if (names.length === 0 || names.includes(MIGRATION_TABLE) || names.includes(FORMER_TABLE)) return;
    const some = names.slice(0, 3).join(', ');
    throw new Error(
      `The file ${file} is the database of another program, with ${some}. Nothing in it was changed.`,
    );
  } finally {
    connection.close();
  }
}

export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder);
  } catch (cause) {
    throw new StorageUnavailable(`The folder ${folder} of the database cannot be made.`, { cause });
  }
}

/** Does not use `recursive` of `mkdir`: it retries forever below a folder that allows no others, such as `/proc`. */
async function makeFolders(folder: string): Promise<void> {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolders(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error; // another process may have created it
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Migrates the file in one transaction. Loads TypeORM only if there is something to migrate: loading it takes longer
 * than everything else at start.
 * @throws {NewerSchema} {OlderSchema}
 */
async function migrateSqlite(connection: SqliteConnection, file: string): Promise<void> {
  if (await isUpToDate(connection)) return;
  const { sqliteSource } = await import('./connection/sqlite-source.js');
  const { migrate } = await import('../schema/migrate.js');
  const source = await sqliteSource(file).initialize();
  try {
    const runner = source.createQueryRunner();
    await runner.query('BEGIN IMMEDIATE');
    await migrate(runner, 'sqlite', file);
    await runner.query('COMMIT');
  } finally {
    await source.destroy(); // rolls back
  }
}

async function isUpToDate({ statements }: SqliteConnection): Promise<boolean> {
  const tables = await statements.query<readonly unknown[]>(
    `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`,
    [MIGRATION_TABLE],
  );
  if (tables.length === 0) return false;
  const applied = await appliedMigrations((text) => statements.query(text));
  return applied.join() === migrationNames.join();
}
