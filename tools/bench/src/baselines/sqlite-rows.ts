import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Rows } from './rows.js';

/** Creates a SQLite database with one table and the same durability as Cairn's. */
export function openSqliteRows(folder: string, columns: readonly string[]): Rows {
  const database = new Database(join(folder, 'baseline.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE record (${columns.join(', ')})`);
  const insert = database.prepare(`INSERT INTO record VALUES (${columns.map(() => '?').join(', ')})`);
  const find = database.prepare('SELECT * FROM record WHERE id = ?');
  return {
    insert: async (values) => void insert.run(...values),
    find: async (key) => find.get(key),
  };
}
