import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openTestPostgres } from '@cairn/services';
import pg from 'pg';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';
import type { Statements } from '../sql/statements.js';

type Rows = readonly Readonly<Record<string, unknown>>[];

const server = await openTestPostgres();

const migrations = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM cairn_migration');
const accounts = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM account');
const addAccount = (manager: Statements): Promise<unknown> =>
  manager.query(`INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`);

afterAll(() => server.close());

describe(`openPostgres on ${server.name}`, () => {
  let url: string;
  const opened: PostgresDatabase[] = [];

  const open = async (): Promise<PostgresDatabase> => {
    const database = await openPostgres({ url });
    opened.push(database);
    return database;
  };

  /** Changes the database as another program would. */
  const runElsewhere = async (statement: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };

  beforeEach(async () => {
    url = await server.fresh();
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  it('finds existing data, and migrates once', async () => {
    const first = await open();
    await first.write(addAccount);
    const applied = await first.read(migrations);
    await first.close();
    const second = await open();
    expect(await second.read(migrations)).toEqual(applied);
    expect(await second.read(accounts)).toHaveLength(1);
  });

  it('migrates once when ten processes start concurrently', async () => {
    const databases = await Promise.all(Array.from({ length: 10 }, open));
    for (const database of databases) {
      const applied = Array.from(await database.read(migrations), ({ name }) => name);
      expect(applied).toEqual([...new Set(applied)]);
      expect(applied).toContain('InitialSchema1796800000100');
    }
  });

  it('rolls back a migration that fails', async () => {
    await runElsewhere('CREATE TABLE api_key (id text)');
    await expect(open()).rejects.toThrow('relation "api_key" already exists');
    expect(
      (
        await runElsewhere(
          `SELECT FROM pg_tables WHERE tablename IN ('catalog', 'migrations', 'cairn_migration')`,
        )
      ).rowCount,
    ).toBe(0);
    await runElsewhere('DROP TABLE api_key');
    expect(await (await open()).read(accounts)).toHaveLength(0);
  });

  it('needs no right to create tables if all exist', async () => {
    await (await open()).close();
    await runElsewhere(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'no right to %', tg_tag; END $$;
      CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION refuse()`);
    try {
      await (await open()).check();
    } finally {
      await runElsewhere('DROP EVENT TRIGGER refuse');
    }
  });

  it('commits to the disk at READ COMMITTED, whatever the defaults of the server', async () => {
    await runElsewhere(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database());
    END $$`);
    const database = await open();
    const settings = await database.write((manager) =>
      manager.query<Rows>(`SELECT current_setting('transaction_isolation') AS isolation,
        current_setting('synchronous_commit') AS durability`),
    );
    await runElsewhere(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET ALL', current_database()); END $$`,
    );
    expect(settings).toEqual([{ isolation: 'read committed', durability: 'on' }]);
  });

  it('reads integers as numbers, and does not affect other users of the driver', async () => {
    const database = await open();
    const ask = 'SELECT 9007199254740991::bigint AS number';
    expect(await database.read((manager) => manager.query(ask))).toEqual([{ number: 9_007_199_254_740_991 }]);
    expect((await runElsewhere(ask)).rows).toEqual([{ number: '9007199254740991' }]);
  });

  it('finds nothing for a text with U+0000, and stores none', async () => {
    const database = await open();
    await database.write(addAccount);
    const find = (id: string) => (manager: Statements) =>
      manager.query<Rows>('SELECT id FROM account WHERE id = $1', [id]);
    expect(await database.read(find('a'))).toEqual([{ id: 'a' }]);
    expect(await database.read(find('a\0'))).toEqual([]);
    const rename = (manager: Statements): Promise<unknown> =>
      manager.query('UPDATE account SET name = $1', ['Ali\0ce']);
    await expect(database.write(rename)).rejects.toMatchObject({ driverError: { code: '23502' } });
  });

  it('plans a lookup once per connection', async () => {
    const prepared = async (database: PostgresDatabase): Promise<Rows> =>
      database.read((manager) =>
        manager.query(`SELECT count(*) AS statements, coalesce(sum(generic_plans + custom_plans), 0)::int AS executions
          FROM pg_prepared_statements WHERE statement LIKE '%JOIN image%'`),
      );
    const database = await openPostgres({ url: `${url}?max=1` });
    opened.push(database);
    const [before] = await prepared(database);
    const catalog = new SqlCatalogRepository(database);
    for (const address of ['a', 'b', 'c']) expect(await catalog.findFile(address)).toBeUndefined();
    expect(await prepared(database)).toEqual([
      { statements: Number(before?.['statements']) + 1, executions: Number(before?.['executions']) + 3 },
    ]);
  });

  it('is ready while open, and StorageUnavailable for everything when closed', async () => {
    const database = await open();
    await database.check();
    const read = database.read(accounts);
    const closing = Promise.all([database.close(), database.close()]);
    expect(await read).toEqual([]);
    for (const use of [
      () => database.check(),
      () => database.leads(),
      () => database.read(accounts),
      () => database.write(addAccount),
    ]) {
      await expect(use()).rejects.toBeInstanceOf(StorageUnavailable);
    }
    await closing;
    await expect(database.check()).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
