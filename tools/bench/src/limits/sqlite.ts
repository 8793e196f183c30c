import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A new database of one table whose commits are as durable as Cairn's. */
export function openDatabase(folder: string, columns: string): Database {
  const database = new Database(join(folder, 'limit.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE record (${columns})`);
  return database;
}
