import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Path of the database in a data folder. */
export const databaseOf = (dataDir: string): string => join(dataDir, 'cairn.db');

/** Path of the blob folder in a data folder. */
export const blobsOf = (dataDir: string): string => join(dataDir, 'blobs');

export async function changeDatabase(dataDir: string, statements: string): Promise<void> {
  const database = new Database(databaseOf(dataDir));
  database.exec(statements);
  database.close();
}

const copyOf = (dataDir: string): string => `${dataDir}.before`;

export async function copyDatabase(dataDir: string): Promise<void> {
  const database = new Database(databaseOf(dataDir));
  await database.backup(copyOf(dataDir));
  database.close();
}

/** Brings back what was copied last. */
export async function restoreDatabase(dataDir: string): Promise<void> {
  for (const log of ['-wal', '-shm']) await rm(databaseOf(dataDir) + log, { force: true });
  await rename(copyOf(dataDir), databaseOf(dataDir));
}
