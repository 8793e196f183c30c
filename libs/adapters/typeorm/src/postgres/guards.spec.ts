import { afterAll, afterEach, describe, it } from '@jest/globals';
import { openTestPostgres, orSkip, whyOneSession } from '@cairn/services';
import {
  accountRepositoryContract,
  apiKeyRepositoryContract,
  catalogRepositoryContract,
  spaceRepositoryContract,
  verifyFails,
  type Contract,
  type Rule,
} from '@cairn/testkit';
import pg from 'pg';
import type { Database } from '../database.js';
import { Statements } from '../sql/statements.js';
import { TypeOrmAccountRepository } from '../access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../access/typeorm-api-key-repository.js';
import { TypeOrmCatalogRepository } from '../images/typeorm-catalog-repository.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';

type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** A concurrency guard, removed. */
interface Sabotage {
  /** The statements to replace. */
  readonly of: RegExp;
  /** What runs instead. */
  instead(this: void, run: Run, text: string, values: readonly unknown[]): Promise<unknown>;
  /** A change of the tables beforehand. */
  readonly before?: string;
}

/** The result of an UPDATE or a DELETE, as the driver returns it. */
const changed = (rows: unknown): readonly unknown[] => [rows, Array.isArray(rows) ? rows.length : 0];

const without = (guard: RegExp): Sabotage => ({
  of: guard,
  instead: (run, text, values) => run(text.replace(guard, ''), values),
});

/** Selects the value and inserts if there is none: the best that is possible without a unique key. */
const withoutUniqueKey = (table: string, column: string, constraint: string): Sabotage => ({
  before: `ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`,
  of: new RegExp(`INSERT INTO ${table} .*ON CONFLICT \\(${column}\\) DO NOTHING`),
  instead: async (run, text, values) => {
    const columns = (text.split(/[()]/, 2)[1] ?? '').split(', ');
    const value = values[columns.indexOf(column)];
    const taken = await run(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [value]);
    if (Array.isArray(taken) && taken.length > 0) return [];
    return await run(text.replace(/ON CONFLICT .* DO NOTHING/, ''), values);
  },
});

const HAS_ROOM = 'AND image_count < COALESCE(quota, $2)';

/** Reads the count, then stores the new one. */
const countReadBeforeAdding: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count \+ 1/,
  instead: async (run, _, values) => {
    const [row] = await countIn(run, `owner = $1 ${HAS_ROOM}`, values);
    return row === undefined ? changed([]) : await storeCount(run, values[0], row.image_count + 1);
  },
};

const countReadBeforeRemoving: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count - \$1/,
  instead: async (run, _, [removed, owner]) => {
    const [row] = await countIn(run, 'owner = $1', [owner]);
    return row === undefined ? changed([]) : await storeCount(run, owner, row.image_count - Number(removed));
  },
};

type CountRows = readonly { readonly image_count: number }[];

const countIn = async (run: Run, where: string, values: readonly unknown[]): Promise<CountRows> =>
  (await run(`SELECT image_count FROM catalog WHERE ${where}`, values)) as CountRows;

const storeCount = (run: Run, owner: unknown, count: number): Promise<unknown> =>
  run('UPDATE catalog SET image_count = $2 WHERE owner = $1 RETURNING 1', [owner, count]);

/** Checks the quota, then counts in a separate statement. */
const roomAskedBefore: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count \+ 1/,
  instead: async (run, _, values) => {
    const room = await run(`SELECT 1 FROM catalog WHERE owner = $1 ${HAS_ROOM}`, values);
    if (Array.isArray(room) && room.length === 0) return changed([]);
    return await run('UPDATE catalog SET image_count = image_count + 1 WHERE owner = $1 RETURNING 1', [
      values[0],
    ]);
  },
};

/** Reads the row, then deletes it in a separate statement. */
const rowReadBefore = (table: string): Sabotage => ({
  before: 'ALTER TABLE catalog DROP CONSTRAINT catalog_image_count_check', // which would detect it earlier
  of: new RegExp(`DELETE FROM ${table}[^_]`),
  instead: async (run, text, values) => {
    const [, where, columns] = /DELETE FROM \w+ (WHERE .*) RETURNING (.*)/s.exec(text) ?? [];
    const rows = await run(`SELECT ${columns} FROM ${table} ${where}`, values);
    await run(`DELETE FROM ${table} ${where}`, values);
    return changed(rows);
  },
});

/** Selects the address and takes it if it is free: the best that is possible without a unique key. */
const addressAskedBefore: Sabotage = {
  before: 'ALTER TABLE address DROP CONSTRAINT address_pkey CASCADE',
  of: /INSERT INTO address /,
  instead: async (run, _, [address, imageId]) => {
    const taken = await run('SELECT 1 FROM address WHERE address = $1', [address]);
    if (Array.isArray(taken) && taken.length > 0) return [];
    return await run('INSERT INTO address (address, image_id) VALUES ($1, $2) RETURNING 1', [
      address,
      imageId,
    ]);
  },
};

/** Reads the last use of the key, then stores the time if it is later. */
const useReadBefore: Sabotage = {
  of: /UPDATE api_key SET last_used_at/,
  instead: async (run, _, [at, id]) => {
    const later = await run('SELECT 1 FROM api_key WHERE id = $2 AND last_used_at >= $1', [at, id]);
    if (Array.isArray(later) && later.length > 0) return changed([]);
    return await run('UPDATE api_key SET last_used_at = $1 WHERE id = $2', [at, id]);
  },
};

const server = await openTestPostgres();
const atOnce = orSkip(describe, 'concurrency guards are needed', whyOneSession(server));
const opened: PostgresDatabase[] = [];
let url: string | undefined;

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

afterAll(() => server.close());

async function execute(sql: string): Promise<string> {
  url ??= await server.fresh();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
  return url;
}

/** A database with some statements replaced. */
async function openSabotaged({ of, instead, before = '' }: Sabotage): Promise<Database> {
  for (const database of opened.splice(0)) await database.close();
  const database = await openPostgres({
    url: await execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
  });
  opened.push(database);
  await execute(before);
  const sabotaged = (statements: Statements): Statements => {
    const run: Run = (text, values) => statements.query(text, values);
    const changedRun: Run = (text, values) =>
      of.test(text) ? instead(run, text, values) : run(text, values);
    return new Statements(changedRun, (index) => statements.parameter(index));
  };
  return {
    dialect: database.dialect,
    write: (work) => database.write((statements) => work(sabotaged(statements))),
    writeEvenIfFull: (work) => database.writeEvenIfFull((statements) => work(sabotaged(statements))),
    read: (query) => database.read((statements) => query(sabotaged(statements))),
  };
}

/** A contract rule with its adapter. */
interface Held<T> {
  readonly name: string;
  readonly rule: Rule<T>;
  readonly make: (database: Database) => T;
}

const holding =
  <T, Name extends string>(contract: Readonly<Record<Name, Rule<T>>>, make: (database: Database) => T) =>
  (name: Name): Held<T> => ({ name, rule: contract[name], make });

const catalogs = holding(catalogRepositoryContract, (database) => new TypeOrmCatalogRepository(database));
const spaces = holding(spaceRepositoryContract, (database) => new TypeOrmSpaceRepository(database));
const accounts = holding(accountRepositoryContract, (database) => new TypeOrmAccountRepository(database));
const keys = holding(apiKeyRepositoryContract, (database) => new TypeOrmApiKeyRepository(database));

/** Declares a test: the rule must fail without the guard. */
function misses<T>(guard: string, sabotage: Sabotage, { name, rule, make }: Held<T>): void {
  const open = async (): Promise<T> => make(await openSabotaged(sabotage));
  describe(guard, () =>
    verifyFails<T, Contract<T>>({
      contract: { [name]: rule },
      subject: { open, reopen: open },
      saboteurs: { [name]: (adapter) => adapter },
      it,
    }),
  );
}

const room = catalogs('of 50 adds at once with room for 10 exactly 10 are stored');

atOnce(`what keeps work at once apart on ${server.name}, taken away:`, () => {
  misses('FOR UPDATE', without(/FOR UPDATE/), spaces('concurrent updates of one space lose none'));
  misses(
    'the lock of the accounts',
    without(/LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE/),
    accounts('concurrent calls of addFirst store one account, and all return it'),
  );
  misses('checking and counting in one statement', roomAskedBefore, room);
  misses('incrementing in the database', countReadBeforeAdding, room);
  misses(
    'decrementing in the database',
    countReadBeforeRemoving,
    catalogs('after concurrent adds and removes the count is exact'),
  );
  misses(
    'deleting and reading an image in one statement',
    rowReadBefore('image'),
    catalogs('of concurrent removes of one image exactly one succeeds'),
  );
  misses(
    'deleting and reading a space in one statement',
    rowReadBefore('space'),
    spaces('of concurrent removes of one space exactly one succeeds'),
  );
  misses(
    'the lock of the keys, for administrators that revoke each other',
    without(/LOCK TABLE api_key IN SHARE ROW EXCLUSIVE MODE/),
    keys('of administrator keys revoked concurrently one stays'),
  );
  misses(
    'the lock of the keys, for a key that is added at the same time',
    without(/LOCK TABLE api_key IN SHARE ROW EXCLUSIVE MODE/),
    keys('a key that is added while one it descends from is revoked is refused, or revoked too'),
  );
  misses(
    'checking and recording a use in one statement',
    useReadBefore,
    keys('concurrent touches and a revocation lose neither'),
  );
  misses(
    'the unique key of addresses',
    addressAskedBefore,
    catalogs('of concurrent adds of one address exactly one succeeds'),
  );
  misses('the unique key of catalogs', withoutUniqueKey('catalog', 'owner', 'catalog_pkey'), room);
  misses(
    'the unique key of spaces',
    withoutUniqueKey('space', 'id', 'space_pkey'),
    spaces('of concurrent adds of one identifier exactly one succeeds'),
  );
  misses(
    'the unique key of the digests of keys',
    withoutUniqueKey('api_key', 'digest', 'api_key_digest_key'),
    keys('of concurrent adds of one digest exactly one succeeds'),
  );
});
