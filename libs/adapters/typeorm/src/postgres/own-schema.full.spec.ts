import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import { anAccount } from '@cairn/testkit';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { openPostgres, type PostgresStore } from '../open-postgres.js';
import type { PostgresOptions } from '../postgres-options.js';
import { migrationNames } from '../schema/migrations.js';
import { schemaSql } from '../schema/schema-sql.js';

/** Of the embedding application: its names are those of tables of Cairn. */
class CreateUsers1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['image', 'account', 'space', 'trash', '"user"'])
      await runner.query(['CREATE TABLE', name, '(id integer PRIMARY KEY, note text)'].join(' '));
    await runner.query(`INSERT INTO image VALUES (1, 'theirs')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image, account, space, trash, "user"');
  }
}

const server = await openTestPostgres();

afterAll(() => server.close());

describe(`a schema of its own on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  const opened: PostgresStore[] = [];

  const open = async (options: PostgresOptions): Promise<PostgresStore> => {
    const store = await openPostgres(options);
    opened.push(store);
    return store;
  };
  const reopened = async (options: PostgresOptions): Promise<PostgresStore> => {
    for (const store of opened.splice(0)) await store.close();
    return await open(options);
  };

  beforeEach(async () => {
    url = await server.fresh();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });

  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await admin.end();
  });

  it('lies beside tables of the same names, and leaves the migrations of their owner alone', async () => {
    const source = new DataSource({ type: 'postgres', url, migrations: [CreateUsers1700000000000] });
    await source.initialize();
    try {
      const options = { dataSource: source, schema: 'media' };
      const account = anAccount();
      await (await open(options)).repositories.accounts.add(account);
      await source.runMigrations();
      expect(await (await reopened(options)).repositories.accounts.get(account.id)).toEqual(account);
      expect((await admin.query('SELECT note FROM public.image')).rows).toEqual([{ note: 'theirs' }]);
      await source.undoLastMigration();
      expect(await (await reopened(options)).repositories.accounts.get(account.id)).toEqual(account);
      const { rows } = await admin.query(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      expect(rows).toEqual([{ name: 'migrations' }]);
    } finally {
      await source.destroy();
    }
  });

  it('has a leader of its own', async () => {
    const stores = [
      await open({ url, schema: 'one' }),
      await open({ url: `${url}?schema=one` }),
      await open({ url, schema: 'two' }),
      await open({ url }),
      await open({ url: `${url}?options=-c%20search_path%3Dtwo` }),
    ];
    const leads: boolean[] = [];
    for (const store of stores) leads.push(await store.leads());
    expect(leads).toEqual([true, false, true, true, false]);
  });

  it('is opened without migrating it once its SQL was run, by who may only read and write rows', async () => {
    const options = { url, schema: 'club' };
    await expect(openPostgres({ ...options, migrate: 'check' })).rejects.toMatchObject({
      name: 'NotMigrated',
      missing: migrationNames,
    });
    await admin.query(schemaSql({ schema: 'club' }));
    const user = `rows_${new URL(url).pathname.slice(1)}`;
    await admin.query(['CREATE ROLE', user, `LOGIN PASSWORD 'secret'`].join(' '));
    const grants = `GRANT USAGE ON SCHEMA club TO ${user};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA club TO ${user};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA club TO ${user}`;
    try {
      const { hostname: host, port, pathname } = new URL(url);
      const connection = { host, port: Number(port), database: pathname.slice(1), user };
      const password = (): Promise<string> => Promise.resolve('secret');
      const checked = { options: { ...connection, password }, schema: 'club', migrate: 'check' } as const;
      await expect(openPostgres(checked)).rejects.toThrow(`GRANT USAGE ON SCHEMA club TO ${user}`);
      await admin.query(grants);
      const store = await open(checked);
      const account = anAccount();
      await store.repositories.accounts.add(account);
      expect(await store.repositories.accounts.get(account.id)).toEqual(account);
      await store.close();
    } finally {
      await admin.query(['DROP OWNED BY', user, '; DROP ROLE', user].join(' '));
    }
  });

  it('has the same tables by SQL as by opening it', async () => {
    await open({ url, schema: 'by_opening' });
    await admin.query(schemaSql({ schema: 'by_sql' }));
    const catalogOf = async (schema: string): Promise<readonly string[]> => {
      const { rows } = await admin.query<{ readonly line: string }>(
        `SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) AS line
           FROM information_schema.columns WHERE table_schema = $1
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1
         UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
           FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace WHERE nspname = $1
         ORDER BY line`,
        [schema],
      );
      // The tables of migrations are made by TypeORM.
      return rows.map(({ line }) => line.replaceAll(schema, '')).filter((line) => !/migration/.test(line));
    };
    const made = await catalogOf('by_opening');
    expect(made.length).toBeGreaterThan(500);
    expect(await catalogOf('by_sql')).toEqual(made);
    await open({ url, schema: 'by_sql' });
  });
});

it('there is SQL from each migration, and none from one that there is none of', () => {
  expect(schemaSql({ from: 'InitialSchema' })).not.toContain('CREATE TABLE account');
  expect(schemaSql()).toContain('CREATE TABLE account');
  expect(() => schemaSql({ from: 'CreateUsers' })).toThrow('There are: InitialSchema');
  expect(() => schemaSql({ schema: 'a"; DROP SCHEMA public; --' })).toThrow(RangeError);
});
