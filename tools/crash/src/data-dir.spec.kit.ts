import { copyFile, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { databaseOf } from './data-dir.js';

const EARLIER = '.earlier';

export async function changeDatabase(dataDir: string, statements: string): Promise<void> {
  const database = new Database(databaseOf(dataDir));
  database.exec(statements);
  database.close();
}

/** Copies the database beside itself. */
export async function copyDatabase(dataDir: string): Promise<void> {
  const database = new Database(databaseOf(dataDir));
  await database.backup(databaseOf(dataDir) + EARLIER);
  database.close();
}

/** Brings back the copy. */
export async function restoreDatabase(dataDir: string): Promise<void> {
  for (const log of ['-wal', '-shm']) await rm(databaseOf(dataDir) + log, { force: true });
  await copyFile(databaseOf(dataDir) + EARLIER, databaseOf(dataDir));
}
