import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openTestPostgres, PostgresProxy } from '@cairn/services';
import { later, until } from '@cairn/testkit';
import pg from 'pg';
import { openPostgres } from '../open-postgres.js';
import type { PostgresDatabase } from '../postgres-database.js';
import type { CopyValue } from './bulk-connection.js';

const COPY = 'COPY entry FROM STDIN';

/** Endless rows. */
async function* endless(): AsyncGenerator<readonly CopyValue[], never> {
  for (let id = 1; ; id += 1) {
    yield [id, 'x'.repeat(200)];
    if (id % 1_000 === 0) await later();
  }
}

const server = await openTestPostgres();

afterAll(() => server.close());

describe(`bulk work that does not end on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  let database: PostgresDatabase;

  /** Sessions of the application that run a matching statement. */
  const running = async (like: string): Promise<readonly number[]> => {
    const { rows } = await admin.query<{ readonly pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'cairn' AND datname = current_database()
        AND state = 'active' AND query LIKE $1`,
      [like],
    );
    return rows.map(({ pid }) => pid);
  };

  const untilRunning = async (like: string): Promise<number> => {
    let pid: number | undefined;
    await until(`${like} runs`, async () => {
      [pid] = await running(like);
      return pid !== undefined;
    });
    return pid ?? 0;
  };

  const stored = async (): Promise<number | null> => (await admin.query('SELECT FROM entry')).rowCount;

  const readAll = async (rows: AsyncIterable<unknown>): Promise<number> => {
    let batches = 0;
    for await (const batch of rows) batches += batch === undefined ? 0 : 1;
    return batches;
  };

  const open = async (address: string): Promise<void> => {
    database = await openPostgres({ url: address });
  };

  beforeEach(async () => {
    url = await server.fresh();
    await open(`${url}?max=2`);
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('CREATE TABLE entry (id integer PRIMARY KEY, content text)');
  });

  afterEach(async () => {
    await database.close();
    await admin.end();
  });

  describe('when its signal aborts', () => {
    const reason = new Error('not awaited');

    /** Aborts the call once it runs in the server. Returns the milliseconds until it no longer does. */
    const abort = async (like: string, begin: (signal: AbortSignal) => Promise<unknown>): Promise<number> => {
      const controller = new AbortController();
      const { signal } = controller;
      const work = begin(signal).catch((error: unknown) => error);
      await untilRunning(like);
      const start = performance.now();
      controller.abort(reason);
      expect(await work).toBe(reason);
      await until(`${like} has ended`, async () => (await running(like)).length === 0);
      return performance.now() - start;
    };

    it.each([
      [
        'a read',
        (signal: AbortSignal) =>
          database.read((connection) => connection.query('SELECT pg_sleep(50)'), { signal }),
      ],
      [
        'a write',
        (signal: AbortSignal) =>
          database.write((connection) => connection.query('SELECT pg_sleep(50)'), { signal }),
      ],
      ['a stream', (signal: AbortSignal) => readAll(database.stream('SELECT pg_sleep(50)', [], { signal }))],
    ])('%s ends in the server too, and sooner than it would', async (_, begin) => {
      const durations: number[] = [];
      for (let round = 1; round <= 3; round += 1) durations.push(await abort('%pg_sleep%', begin));
      expect(Math.min(...durations)).toBeLessThan(20_000); // the first warms up the pool
      await Promise.all([database.check(), database.check(), database.check()]);
    });

    it('a copy ends, and stores nothing', async () => {
      await abort('COPY%', (signal) =>
        database.write((connection) => connection.copyIn(COPY, endless()), { signal, budget: 'bulk' }),
      );
      expect(await stored()).toBe(0);
      await database.check();
    });

    it('starts nothing more of a unit, and rolls it back', async () => {
      const controller = new AbortController();
      let second: unknown;
      const work = database.write(
        async (connection) => {
          await connection.query('INSERT INTO entry (id) VALUES (1)');
          controller.abort(reason);
          second = await connection
            .query('INSERT INTO entry (id) VALUES (2)')
            .catch((error: unknown) => error);
        },
        { signal: controller.signal },
      );
      await expect(work).rejects.toBe(reason);
      expect(second).toBe(reason);
      expect(await stored()).toBe(0);
    });

    it('does not start a call that is aborted already', async () => {
      const signal = AbortSignal.abort(reason);
      await expect(database.read((connection) => connection.query('SELECT 1'), { signal })).rejects.toBe(
        reason,
      );
      await expect(readAll(database.stream('SELECT 1', [], { signal }))).rejects.toBe(reason);
    });
  });

  describe('is StorageUnavailable', () => {
    const endSession = async (like: string): Promise<void> => {
      await admin.query('SELECT pg_terminate_backend($1)', [await untilRunning(like)]);
    };

    it('when the connection is lost in the middle of a copy, and nothing is stored', async () => {
      const copying = database.write((connection) => connection.copyIn(COPY, endless()), { budget: 'bulk' });
      const [outcome] = await Promise.allSettled([copying, endSession('COPY%')]);
      expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailable) });
      expect(await stored()).toBe(0);
      await database.check();
    });

    it('when the connection is lost between two batches', async () => {
      const rows = database.stream('SELECT generate_series(1, 50000)');
      await rows.next();
      await endSession('%generate_series%');
      await expect(readAll(rows)).rejects.toBeInstanceOf(StorageUnavailable);
      await database.check();
    });

    it('when a stream is left after its connection was lost, for nobody', async () => {
      const rows = database.stream('SELECT generate_series(1, 50000)');
      await rows.next();
      await endSession('%generate_series%');
      await until('it has ended', async () => (await running('%generate_series%')).length === 0);
      await rows.return();
      // This end of the connection hears of it later.
      await until('the database works again', () =>
        database.check().then(
          () => true,
          () => false,
        ),
      );
    });

    it('when the server says nothing any more', async () => {
      const proxy = await PostgresProxy.open(url);
      await database.close();
      try {
        await open(`${proxy.url}?query_timeout=200`);
        const silently = async (begin: () => Promise<unknown>): Promise<void> => {
          proxy.resume();
          await database.check();
          const work = begin();
          await expect(work).rejects.toMatchObject({ code: 'storage-unavailable' });
        };
        const call = { budget: 'listing' } as const;
        await silently(() =>
          database.write(async (connection) => {
            proxy.stall();
            await connection.copyIn(COPY, endless());
          }, call),
        );
        await silently(async () => {
          for await (const batch of database.stream('SELECT generate_series(1, 50000)', [], call))
            if (batch.length > 0) proxy.stall();
        });
        proxy.resume();
      } finally {
        await database.close();
        proxy.close();
      }
      expect(await stored()).toBe(0);
    });
  });

  it('is cut off where it only waits for its reader when the database is closed', async () => {
    const rows = database.stream('SELECT generate_series(1, 50000)');
    await rows.next();
    await database.close();
    await expect(readAll(rows)).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
