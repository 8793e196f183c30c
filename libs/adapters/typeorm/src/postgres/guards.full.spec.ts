import { afterAll, afterEach, describe, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
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
import type { Database } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { SpaceSchema } from '../spaces/space-schema.js';
import { TypeOrmAccountRepository } from '../access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../access/typeorm-api-key-repository.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import {
  without,
  withoutConstraint,
  withoutUniqueKey,
  countReadBeforeAdding,
  countReadBeforeRemoving,
  roomAskedBefore,
  rowReadBefore,
  addressAskedBefore,
  useReadBefore,
  type Run,
  type Sabotage,
} from './guards.spec.kit.js';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';

const server = await openTestPostgres();
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
    const { queryRunner } = statements.repository(SpaceSchema);
    if (queryRunner === undefined) throw new Error('Repositories have the connection of their statements.');
    const query = queryRunner.query.bind(queryRunner);
    const run: Run = (text, values) => query(text, [...values]);
    const changedQuery = async (text: string, values: unknown[], isStructured?: true): Promise<unknown> => {
      if (!of.test(text)) return await (isStructured ? query(text, values, true) : query(text, values));
      const answer = await instead(run, text, values);
      return isStructured ? { affected: Array.isArray(answer) ? Number(answer[1]) : 0 } : answer;
    };
    Object.assign(queryRunner, { query: changedQuery });
    return statements;
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

const catalogs = holding(catalogRepositoryContract, (database) => new SqlCatalogRepository(database));
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

describe(`what keeps work at once apart on ${server.name}, taken away:`, () => {
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
    'the lock of a space that is removed',
    without(/FOR UPDATE/),
    spaces('of concurrent removes of one space exactly one succeeds'),
  );
  misses(
    'the lock of the keys, for administrators that revoke each other',
    without(/LOCK TABLE api_key IN SHARE ROW EXCLUSIVE MODE/, /DELETE FROM upload_token/),
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
    withoutConstraint('space', 'space_pkey'),
    spaces('of concurrent adds of one identifier exactly one succeeds'),
  );
  misses(
    'the unique key of the digests of keys',
    withoutConstraint('api_key', 'api_key_digest_key'),
    keys('of concurrent adds of one digest exactly one succeeds'),
  );
});
