import { copyFile, cp, rm } from 'node:fs/promises';
import Database from 'sqlite-driver';
import { databaseOf } from './data-dir.js';

const EARLIER = '.earlier';

/** Ways to break a promise, by what they are, and what the check must say of each. */
export type Breakages = Readonly<Record<string, readonly [noticed: RegExp, damage: Damage]>>;

/** Changes a data folder that no server uses. */
export type Damage = (dataDir: string) => Promise<unknown>;

/** Damages a copy of a data folder, and gives the copy. */
export async function damagedCopy(dataDir: string, damage: Damage): Promise<string> {
  const copy = `${dataDir}-damaged`;
  await rm(copy, { recursive: true, force: true });
  await cp(dataDir, copy, { recursive: true });
  await damage(copy);
  return copy;
}

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
