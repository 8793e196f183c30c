import { join } from 'node:path';

const MAX_CONNECTIONS = 10; // Cairn's pool size

/** A table with the same durability as Cairn's, used by prepared statements. The first column is the key. */
export interface Rows {
  insert(values: readonly unknown[]): Promise<void>;
  find(key: string): Promise<unknown>;
}

/** Creates a table in CAIRN_DATABASE_URL, or in a SQLite file in `folder` if the variable is not set. */
export async function openRows(folder: string, columns: readonly string[]): Promise<Rows> {
  const url = process.env['CAIRN_DATABASE_URL'];
  return await (url === undefined ? openSqlite(folder, columns) : openPostgres(url, columns));
}

// Both are imported on demand: a larger heap makes garbage collection slower.

async function openSqlite(folder: string, columns: readonly string[]): Promise<Rows> {
  const { default: Database } = await import('sqlite-driver');
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

async function openPostgres(url: string, columns: readonly string[]): Promise<Rows> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
  await pool.query({ text: `CREATE TABLE record (${columns.join(', ')})` });
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const insert = { name: 'insert', text: `INSERT INTO record VALUES (${places})` };
  const find = { name: 'find', text: 'SELECT * FROM record WHERE id = $1' };
  return {
    insert: async (values) => void (await pool.query({ ...insert, values: [...values] })),
    find: async (key) => (await pool.query<object>({ ...find, values: [key] })).rows[0],
  };
}
