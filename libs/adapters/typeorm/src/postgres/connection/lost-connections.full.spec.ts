import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openTestPostgres, PostgresProxy } from '@cairn/services';
import { later, until } from '@cairn/testkit';
import pg from 'pg';
import { openPostgres } from '../open-postgres.js';
import type { PostgresDatabase } from '../postgres-database.js';
import type { Statements } from '../../sql/statements.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const insert = (manager: Statements, id: number): Promise<unknown> =>
  manager.query('INSERT INTO entry (id) VALUES ($1)', [id]);

const server = await openTestPostgres();

afterAll(() => server.close());

describe(`PostgresDatabase in trouble on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  const opened: PostgresDatabase[] = [];
  const proxies: PostgresProxy[] = [];

  const open = async (query = ''): Promise<PostgresDatabase> => {
    const database = await openPostgres({ url: `${url}${query}` });
    opened.push(database);
    return database;
  };

  const stored = async (): Promise<number[]> => {
    const { rows } = await admin.query<{ readonly id: number }>('SELECT id FROM entry ORDER BY id');
    return rows.map(({ id }) => id);
  };

  /** Terminates every session of the application, as an administrator would. */
  const terminateAll = async (): Promise<void> => {
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'cairn'`);
  };

  /** Sessions of the application, or those of them that are in such a state. */
  const sessions = async (state = '%'): Promise<number | null> => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'cairn' AND coalesce(state, '') LIKE $1`,
      [state],
    );
    return rowCount;
  };

  beforeEach(async () => {
    url = await server.fresh();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('CREATE TABLE entry (id integer PRIMARY KEY, count integer NOT NULL DEFAULT 0)');
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    for (const proxy of proxies.splice(0)) proxy.close();
    await admin.end();
  });

  describe('is StorageUnavailable', () => {
    const read = (database: PostgresDatabase): Promise<unknown> =>
      database.read((manager) => manager.query('SELECT id FROM entry'));

    it('when a statement takes too long, and takes the next one', async () => {
      const database = await open('?statement_timeout=50');
      const slow = database.read((manager) => manager.query('SELECT pg_sleep(5)'));
      await expect(slow).rejects.toMatchObject({ code: 'storage-unavailable', cause: { code: '57014' } });
      await database.check();
    });

    it('when another holds a lock for too long', async () => {
      const database = await open('?lock_timeout=50');
      await admin.query('BEGIN; LOCK TABLE entry');
      await expect(read(database)).rejects.toMatchObject({
        code: 'storage-unavailable',
        cause: { code: '55P03' },
      });
      await admin.query('ROLLBACK');
      await read(database);
    });

    it('when a unit waits too long between two statements', async () => {
      const database = await open('?idle_in_transaction_session_timeout=500'); // less could end the migration too
      const idle = database.write(async (manager) => {
        await insert(manager, 1);
        await until(
          'the server has ended the session',
          async () => (await sessions('idle in transaction%')) === 0,
        );
        await insert(manager, 2);
      });
      await expect(idle).rejects.toBeInstanceOf(StorageUnavailable);
      expect(await stored()).toEqual([]);
      await database.check();
    });

    it('when no connection becomes free', async () => {
      const database = await open('?max=1');
      const slow = database.read((manager) => manager.query('SELECT pg_sleep(2.5)'), { budget: 'listing' });
      await expect(database.check()).rejects.toMatchObject({
        code: 'storage-unavailable',
        cause: { message: expect.stringContaining('timeout exceeded') },
      });
      await slow;
      await database.check();
    });

    it('when the database takes reads only', async () => {
      const database = await open();
      const write = database.write(async (manager) => {
        await manager.query('SET TRANSACTION READ ONLY');
        await insert(manager, 1);
      });
      await expect(write).rejects.toMatchObject({ code: 'storage-unavailable', cause: { code: '25006' } });
    });

    it('when the connection is lost before the commit, and nothing is stored', async () => {
      const database = await open();
      const lost = database.write(async (manager) => {
        await insert(manager, 1);
        await terminateAll();
      });
      await expect(lost).rejects.toBeInstanceOf(StorageUnavailable);
      expect(await stored()).toEqual([]);
      await until('it is usable again', async () =>
        database.check().then(
          () => true,
          () => false,
        ),
      );
    });
  });

  it('loses nothing acknowledged, and recovers, while all connections are lost repeatedly', async () => {
    const database = await open();
    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    let next = 0;
    let over = false;
    const work = async (): Promise<void> => {
      while (!over) {
        const id = (next += 1);
        await database
          .write((manager) => insert(manager, id))
          .then(
            () => acknowledged.push(id),
            (error: unknown) => failures.push(error),
          );
        await database.check().catch((error: unknown) => failures.push(error));
      }
    };
    const workers = numbers(20).map(work);
    for (let round = 1; round <= 5; round += 1) {
      const before = acknowledged.length;
      await until('units are written', () => acknowledged.length > before + 20);
      await terminateAll();
    }
    over = true;
    await Promise.all(workers);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((failure) => !(failure instanceof StorageUnavailable))).toEqual([]);
    const kept = new Set(await stored());
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await Promise.all(numbers(20).map(() => database.check()));
  });

  it('survives the loss of idle connections', async () => {
    const database = await open();
    await Promise.all(numbers(10).map(() => database.check()));
    await terminateAll();
    await until('the sessions have ended', async () => (await sessions()) === 0);
    for (let turn = 0; turn < 100; turn += 1) await later(); // the ends of the connections may be read after the answer
    await Promise.all(numbers(10).map(() => database.check()));
  });

  it('closes a connection without response, and takes another', async () => {
    const proxy = await PostgresProxy.open(url);
    proxies.push(proxy);
    const database = await openPostgres({ url: `${proxy.url}?query_timeout=200&max=2` });
    opened.push(database);
    const works = async (): Promise<void> => {
      for (let round = 1; round <= 4; round += 1) await Promise.all([database.check(), database.check()]);
    };
    const write = async (second: (manager: Statements) => Promise<unknown>): Promise<void> => {
      proxy.resume();
      await database.write(async (manager) => {
        await insert(manager, 1);
        proxy.stall();
        await second(manager);
      });
    };
    const lost = write((manager) => insert(manager, 2));
    await expect(lost).rejects.toMatchObject({ code: 'storage-unavailable' });
    proxy.resume();
    await works();
    const refused = new Error('refused');
    const concealed = write((manager) => insert(manager, 2).catch(() => Promise.reject(refused)));
    await expect(concealed).rejects.toBe(refused);
    proxy.resume();
    await works();
    expect(await stored()).toEqual([]);
    proxy.stall();
    await expect(database.check()).rejects.toMatchObject({ code: 'storage-unavailable' });
    proxy.resume();
    await works();
  });
});
