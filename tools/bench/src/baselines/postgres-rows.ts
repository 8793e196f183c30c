import { Pool } from 'pg';
import type { Rows } from './rows.js';

const MAX_CONNECTIONS = 10; // Cairn's pool size

/** Creates a table and uses it through statements that are prepared once per connection. */
export async function openPostgresRows(url: string, columns: readonly string[]): Promise<Rows> {
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
