import { NotInTransaction, TransactionConflict } from '@cairn/kernel';
import { openTestPostgres, type TestPostgres } from '@cairn/services';
import {
  aGrant,
  albumRepositoryContract,
  anImage,
  aSpace,
  catalogRepositoryContract,
  grantRepositoryContract,
  groupRepositoryContract,
  spaceRepositoryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openPostgres, type PostgresStore } from '../../open-postgres.js';
import type { Repositories } from '../../repositories.js';

/** PostgreSQL would make new tables of a user in a schema of that name. */
const SCHEMA = 'media';
let server: TestPostgres;
let url: string;
let store: PostgresStore;
let callers: pg.Pool;

beforeAll(async () => {
  server = await openTestPostgres();
  url = await server.fresh();
  store = await openPostgres({ url, schema: SCHEMA });
  callers = new pg.Pool({ connectionString: url });
  await callers.query('CREATE TABLE image (mine int)'); // a name that Cairn has, too
});
afterAll(async () => {
  await callers.end();
  await store.close();
  await server.close();
});

async function emptied(): Promise<void> {
  const { rows } = await callers.query<{ readonly name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'cairn_migration'`,
    [SCHEMA],
  );
  const tables = ['image', ...rows.map(({ name }) => `${SCHEMA}.${name}`)];
  await callers.query(['TRUNCATE', tables.join(), 'CASCADE'].join(' '));
}

/** Runs `work` in a transaction of the caller. */
async function within<T>(work: (inner: Repositories, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await callers.connect();
  try {
    await client.query('BEGIN');
    const result = await work(store.join(client), client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** A repository each of whose calls is a transaction of a caller. */
function joined<Name extends keyof Repositories>(name: Name): Repositories[Name] {
  return new Proxy(store.repositories[name], {
    get: (target, called): unknown => {
      const member: unknown = Reflect.get(target, called);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) =>
        await within(async (inner) => {
          const method: unknown = Reflect.get(inner[name], called);
          if (typeof method !== 'function') throw new Error(`There is no ${String(called)}.`);
          return (await Reflect.apply(method, inner[name], args)) as unknown;
        });
    },
  });
}

/** Consumers follow the outbox outside of transactions, and features are read with snapshots. */
const OUTSIDE: readonly string[] = ['outbox', 'features'];

function subject<T extends object>(choose: (repositories: Repositories) => T): Subject<T> {
  const chosen = (): T => {
    const names = Object.keys(store.repositories) as (keyof Repositories)[]; // it has no others
    const entries = names.map((name): readonly [string, object] => [
      name,
      OUTSIDE.includes(name) ? store.repositories[name] : joined(name),
    ]);
    // The cast is safe: each has the methods of the one that it wraps.
    return choose(Object.fromEntries(entries) as unknown as Repositories);
  };
  return {
    open: async () => {
      await emptied();
      return chosen();
    },
    reopen: async () => chosen(),
  };
}

describe('repositories in transactions of a caller keep the rules of', () => {
  describe('CatalogRepository', () =>
    verify({ contract: catalogRepositoryContract, subject: subject(({ catalog }) => catalog), it }));
  describe('AlbumRepository', () =>
    verify({ contract: albumRepositoryContract, subject: subject((all) => all), it }));
  describe('SpaceRepository', () =>
    verify({ contract: spaceRepositoryContract, subject: subject(({ spaces }) => spaces), it }));
  describe('GrantRepository', () =>
    verify({ contract: grantRepositoryContract, subject: subject((all) => all), it }));
  describe('GroupRepository', () =>
    verify({ contract: groupRepositoryContract, subject: subject(({ groups }) => groups), it }));
});

describe('a transaction of a caller', () => {
  beforeEach(emptied);

  it('stores a space, a grant and a row of its own together, or none of them', async () => {
    const work = async (inner: Repositories, client: pg.PoolClient): Promise<void> => {
      const space = aSpace({ owner: 'alice' });
      await inner.spaces.add(space);
      await inner.grants.give(aGrant({ accountId: 'alice', resource: { type: 'space', id: space.id } }));
      await client.query('INSERT INTO image VALUES (1)');
      expect(await inner.spaces.get(space.id)).toEqual(space);
      await expect(store.repositories.spaces.get(space.id)).rejects.toMatchObject({
        code: 'space-not-found',
      });
    };
    const state = async (): Promise<readonly number[]> => [
      (await store.repositories.spaces.list({ owner: 'alice' }, { limit: 9 })).items.length,
      (await store.repositories.grants.list('alice', { limit: 9 })).items.length,
      (await callers.query('SELECT FROM image')).rowCount ?? 0,
    ];
    const undone = within(async (inner, client) => {
      await work(inner, client);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await state()).toEqual([0, 0, 0]);
    await within(work);
    expect(await state()).toEqual([1, 1, 1]);
  });

  it('goes on after a call that fails, with the settings of the caller', async () => {
    await within(async (inner, client) => {
      await client.query(`SET LOCAL lock_timeout = '7s'`);
      const space = aSpace();
      await inner.spaces.add(space);
      await expect(inner.spaces.add(space)).rejects.toMatchObject({ code: 'space-exists' });
      await expect(inner.spaces.get('none')).rejects.toMatchObject({ code: 'space-not-found' });
      const { rows } = await client.query(
        `SELECT current_setting('lock_timeout') AS timeout, current_setting('search_path') AS path`,
      );
      expect(rows).toEqual([{ timeout: '7s', path: '"$user", public' }]);
      await client.query('INSERT INTO image VALUES (1)'); // its own
    });
    expect((await callers.query('SELECT FROM image')).rowCount).toBe(1);
  });

  it('refuses what needs another connection, another isolation, or no transaction', async () => {
    const space = aSpace();
    await store.repositories.spaces.add(space);
    await within(async ({ features }) => {
      const search = async (): Promise<void> => {
        for await (const chunk of features.query(space.id, { limit: 1 })) expect(chunk).toBeUndefined();
      };
      await expect(search()).rejects.toBeInstanceOf(NotInTransaction);
    });
    const client = await callers.connect();
    await expect(store.join(client).spaces.get(space.id)).rejects.toThrow(
      'SAVEPOINT can only be used in transaction',
    );
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    await expect(store.join(client).spaces.get(space.id)).rejects.toThrow('must be READ COMMITTED');
    await client.query('ROLLBACK');
    client.release();
  });

  it('that collides with another one is to be repeated as a whole', async () => {
    const images = [anImage({ owner: 'alice' }), anImage({ owner: 'bob' })] as const;
    for (const image of images) await store.repositories.catalog.add(image, 9);
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    let arrived = 0;
    const lock = async (client: pg.PoolClient, owner: string): Promise<void> =>
      void (await client.query('SELECT FROM media.catalog WHERE owner = $1 FOR UPDATE', [owner]));
    const collide = async (first: string, second: (typeof images)[number]): Promise<string> =>
      await within(async (inner, client) => {
        await client.query(`SET LOCAL deadlock_timeout = '100ms'`);
        await lock(client, first);
        if ((arrived += 1) === 2) meet();
        await met;
        await inner.catalog.remove(second.owner, second.id);
        return 'done';
      }).catch((error: unknown) => (error instanceof TransactionConflict ? 'to be repeated' : String(error)));
    const ended = await Promise.all([collide('alice', images[1]), collide('bob', images[0])]);
    expect(ended.toSorted()).toEqual(['done', 'to be repeated']);
  });
});
