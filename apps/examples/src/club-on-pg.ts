import pg from 'pg';
import { ClubTables } from './club.js';

/** The club's tables on a pool or a connection of `pg`. */
export const tablesOn = (connection: Pick<pg.Pool, 'query'>): ClubTables =>
  new ClubTables(async (text, values) => (await connection.query<{ id: string }>(text, [...values])).rows);

/** Opens the club's own tables. */
export async function openTables(databaseUrl: string): Promise<{ pool: pg.Pool; tables: ClubTables }> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const tables = tablesOn(pool);
  await tables.create();
  return { pool, tables };
}
