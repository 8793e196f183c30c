import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestPostgres, PostgresProxy } from '@cairn/services';
import { until } from '@cairn/testkit';
import pg from 'pg';
import { Leadership } from './leadership.js';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';

const LEADERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const TERMINATE_LEADER = `SELECT pg_terminate_backend(pid) FROM (${LEADERS}) AS leader`;

const server = await openTestPostgres();

afterAll(() => server.close());

describe(`leadership on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  const opened: PostgresDatabase[] = [];

  const open = async (): Promise<PostgresDatabase> => {
    const database = await openPostgres({ url });
    opened.push(database);
    return database;
  };

  beforeEach(async () => {
    url = await server.fresh();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await admin.end();
  });

  it('belongs to one of several, however often they ask', async () => {
    const databases = await Promise.all([open(), open(), open()]);
    const asked = await Promise.all(databases.map((database) => database.leads()));
    expect(asked.filter(Boolean)).toHaveLength(1);
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.all(
        databases.map((database) => Promise.all([database.leads(), database.leads()])),
      );
      expect(answers).toEqual(asked.map((leads) => [leads, leads]));
    }
    expect((await admin.query(LEADERS)).rowCount).toBe(1);
  });

  it('passes to another when the leader has lost its connection', async () => {
    const [first, second] = [await open(), await open()];
    expect([await first.leads(), await second.leads()]).toEqual([true, false]);
    await admin.query(TERMINATE_LEADER);
    await until('the second leads', () => second.leads());
    expect([await first.leads(), await second.leads()]).toEqual([false, true]);
  });

  it('returns to the one that lost its connection if no other asked', async () => {
    const database = await open();
    await database.leads();
    await admin.query(TERMINATE_LEADER);
    await until('nobody leads', async () => (await admin.query(LEADERS)).rowCount === 0);
    expect(await database.leads()).toBe(true);
  });

  it('passes to another when the leader closes', async () => {
    const [first, second] = [await open(), await open()];
    expect([await first.leads(), await second.leads()]).toEqual([true, false]);
    await first.close();
    await until('the second leads', () => second.leads());
  });

  it('is not claimed by one that has lost the database', async () => {
    const proxy = await PostgresProxy.open(url);
    try {
      const leadership = new Leadership(
        () =>
          new pg.Client({
            connectionString: proxy.url,
            query_timeout: 1_000,
            connectionTimeoutMillis: 1_000,
          }),
      );
      expect(await leadership.isHeld()).toBe(true);
      proxy.stall();
      await expect(leadership.isHeld()).rejects.toThrow('timeout');
      proxy.resume();
      await until('it leads', () => leadership.isHeld());
      await leadership.close();
    } finally {
      proxy.close();
    }
  });

  it('takes no connection from those without it', async () => {
    const [first, second] = [await open(), await open()];
    await first.leads();
    for (let round = 1; round <= 10; round += 1) await second.leads();
    const sessions = async (): Promise<number | null> =>
      (
        await admin.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        )
      ).rowCount;
    await until('the others have ended', async () => ((await sessions()) ?? 0) <= 3); // one in each pool, and the leader's
  });
});

describe('leadership without a reachable database', () => {
  it('is unknown: the question fails each time', async () => {
    const leadership = new Leadership(() => new pg.Client({ host: '127.0.0.1', port: 1 }));
    for (let round = 1; round <= 2; round += 1)
      await expect(leadership.isHeld()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await leadership.close();
  });
});
