import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { named } from './named.js';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Product and version. */
  readonly name: string;
  /** The address of an empty database. */
  fresh(): Promise<string>;
  /** The address of a copy of a database that `fresh` gave and nobody is connected to. */
  copyOf(address: string): Promise<string>;
  /** Removes the rows of all tables of a database that `fresh` gave, but those that tell of its schema. */
  empty(address: string): Promise<void>;
  /** Drops the databases that were created. */
  close(): Promise<void>;
}

/**
 * The server at `CAIRN_TEST_POSTGRES_URL`, whose user must be allowed to create databases.
 * @throws {Error} when there is none, or it does not answer.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  const url = named('CAIRN_TEST_POSTGRES_URL');
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await connect(admin);
  const version = await one(admin, `SELECT split_part(current_setting('server_version'), ' ', 1) AS value`);
  const locale = await linguisticLocale(admin);
  const names = new Set<string>();
  const create = async (source: string): Promise<string> => {
    const name = `cairn_test_${randomBytes(8).toString('hex')}`;
    const statement = `CREATE DATABASE ${name} ${source}`;
    await admin.query(statement);
    names.add(name);
    const address = new URL(url);
    address.pathname = name;
    return address.href;
  };
  return {
    name: `PostgreSQL ${String(version)}`,
    fresh: () => create(`ENCODING 'UTF8' TEMPLATE template0 ${locale}`),
    copyOf: (address) => create(`TEMPLATE ${nameOf(address)}`),
    empty: async (address) => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const statement = EMPTY;
      await client.query(statement);
      await client.end();
    },
    close: async () => {
      await admin.end();
      await drop(url, [...names]);
    },
  };
}

/**
 * In one statement, whose end is when references are checked. To truncate takes a hundred times as long, as that makes
 * new files for each table and index.
 */
const EMPTY = `DO $$ DECLARE deletions text; BEGIN
  SELECT string_agg(format('%I AS (DELETE FROM %I)', 'from_' || tablename, tablename), ', ') INTO deletions
  FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'cairn_migration', 'spatial_ref_sys');
  EXECUTE 'WITH ' || deletions || ' SELECT';
END $$`;

const nameOf = (address: string): string => new URL(address).pathname.slice(1);

/** Concurrently: the server waits for a disk flush before each drop, and shares it between concurrent ones. */
async function drop(url: string, names: readonly string[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const statements = names.map((name) => `DROP DATABASE ${name} WITH (FORCE)`);
  await Promise.all(statements.map((statement) => pool.query(statement)));
  await pool.end();
}

async function connect(admin: pg.Client): Promise<void> {
  try {
    await admin.connect();
  } catch (cause) {
    const { host, port } = admin;
    throw new Error(
      `No PostgreSQL answers at ${host}:${port}, which CAIRN_TEST_POSTGRES_URL names: start it, or unset the variable.`,
      { cause },
    );
  }
}

/** A linguistic collation if the server has one: it reveals comparisons that must be bytewise and are not. */
async function linguisticLocale(admin: pg.Client): Promise<string> {
  const hasIcu = await one(
    admin,
    `SELECT current_setting('server_version_num')::int >= 150000
       AND EXISTS (SELECT FROM pg_collation WHERE collname = 'en-US-x-icu') AS value`,
  );
  return hasIcu === true ? `LOCALE_PROVIDER icu ICU_LOCALE 'en-US'` : '';
}

async function one(client: pg.Client, statement: string): Promise<unknown> {
  const { rows } = await client.query<{ readonly value: unknown }>(statement);
  return rows[0]?.value;
}
