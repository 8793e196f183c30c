import pg from 'pg';
import { ClubTables } from './club.js';

/** The club's tables on a pool or a connection of `pg`. */
export const tablesOn = (connection: Pick<pg.Pool, 'query'>): ClubTables =>
  new ClubTables(async (text, values) => (await connection.query<{ id: string }>(text, [...values])).rows);

/** The club's own database. */
export interface ClubDatabase {
  readonly pool: pg.Pool;
  readonly tables: ClubTables;
}

export async function openDatabase(databaseUrl: string): Promise<ClubDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const tables = tablesOn(pool);
  await tables.create();
  return { pool, tables };
}
