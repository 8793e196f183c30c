import type { TestPostgres } from '@cairn/services';
import { openPostgres } from '../open-postgres.js';
import type { PostgresDatabase } from '../postgres-database.js';

/** A new database with one table, `entry`, that bulk work reads and writes through one connection. */
export class EntryTable {
  private constructor(readonly database: PostgresDatabase) {}

  static async open(server: TestPostgres): Promise<EntryTable> {
    const table = new EntryTable(await openPostgres({ url: `${await server.fresh()}?max=1` }));
    await table.write('CREATE TABLE entry (id integer PRIMARY KEY, content text, bytes bytea)');
    return table;
  }

  async write(statement: string): Promise<unknown> {
    return await this.database.write((connection) => connection.query(statement), { budget: 'bulk' });
  }

  /** How many rows there are. */
  async stored(): Promise<number> {
    const [row] = await this.database.read((connection) =>
      connection.query<readonly { readonly count: number }[]>('SELECT count(*) AS count FROM entry'),
    );
    return Number(row?.count);
  }
}
