import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openTestPostgres } from '@cairn/services';
import { slowly, until } from '@cairn/testkit';
import pg from 'pg';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';
import type { Statements } from '../sql/statements.js';

class Refused extends Error {}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const insert = (manager: Statements, id: number): Promise<unknown> =>
  manager.query('INSERT INTO entry (id) VALUES ($1)', [id]);

const server = await openTestPostgres();

afterAll(() => server.close());

describe(`PostgresDatabase on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  const opened: PostgresDatabase[] = [];

  const open = async (query = ''): Promise<PostgresDatabase> => {
    const database = await openPostgres({ url: `${url}${query}` });
    opened.push(database);
    return database;
  };

  const stored = async (): Promise<number[]> => {
    const { rows } = await admin.query<{ readonly id: number }>('SELECT id FROM entry ORDER BY id');
    return rows.map(({ id }) => id);
  };

  beforeEach(async () => {
    url = await server.fresh();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('CREATE TABLE entry (id integer PRIMARY KEY, count integer NOT NULL DEFAULT 0)');
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await admin.end();
  });

  it('tells how many connections are lent, and what waits for one', async () => {
    const database = await open('?max=2');
    const { connections } = database;
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const reads = numbers(3).map(() => database.read(async () => await held));
    await until('both are lent', () => connections.state.running === 2);
    expect(connections.state).toMatchObject({ waiting: 1, limit: 2, held: 2, idle: 0, ended: 0 });
    end();
    await Promise.all(reads);
    expect(connections.state).toMatchObject({ running: 0, waiting: 0, idle: 2, ended: 3 });
  });

  it('stores exactly what it acknowledged when a third of 400 concurrent units fail halfway', async () => {
    const database = await open('?max=20');
    const addOrThrow = (id: number): Promise<number> =>
      database.write(async (manager) => {
        await insert(manager, id);
        await slowly(Math.random() * 3);
        if (id % 3 === 1) throw new Refused();
        await insert(manager, -1 - id);
        return id;
      });
    const outcomes = await Promise.allSettled(numbers(400).map(addOrThrow));
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(reasons.filter((reason) => reason instanceof Refused).length).toBeGreaterThan(0);
    // A busy machine may let a unit wait for a connection longer than the pool allows.
    for (const reason of reasons)
      if (!(reason instanceof Refused)) expect(reason).toBeInstanceOf(StorageUnavailable);
    const acknowledged = outcomes
      .flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value, -1 - outcome.value] : []))
      .sort((left, right) => left - right);
    expect(await stored()).toEqual(acknowledged);
  });

  it('rejects with the error of a unit unchanged', async () => {
    const database = await open();
    await database.write((manager) => insert(manager, 1));
    const again = database.write((manager) => insert(manager, 1));
    await expect(again).rejects.toMatchObject({ driverError: { code: '23505' } });
    await expect(again).rejects.not.toBeInstanceOf(StorageUnavailable);
  });

  it('acknowledges nothing of a unit that continued after a failed statement', async () => {
    const database = await open();
    const heedless = database.write(async (manager) => {
      await insert(manager, 1);
      await insert(manager, 1).catch(() => undefined);
    });
    await expect(heedless).rejects.toThrow('nothing of it is stored');
    expect(await stored()).toEqual([]);
  });

  describe('retries a unit', () => {
    const count = (id: number) => (manager: Statements) =>
      manager.query('UPDATE entry SET count = count + 1 WHERE id = $1', [id]);

    /** Resolves when it was called twice. */
    const meeting = (): (() => Promise<void>) => {
      let meet = (): void => undefined;
      let expected = 2;
      const met = new Promise<void>((resolve) => (meet = resolve));
      return async () => {
        expected -= 1;
        if (expected === 0) meet();
        await (expected < 0 ? undefined : met);
      };
    };

    const countsOf = async (): Promise<number[]> =>
      (await admin.query<{ readonly count: number }>('SELECT count FROM entry ORDER BY id')).rows.map(
        (row) => row.count,
      );

    beforeEach(async () => {
      await admin.query('INSERT INTO entry (id) VALUES (1), (2)');
    });

    it('after a deadlock with another', async () => {
      const database = await open();
      const meet = meeting();
      let runs = 0;
      const countBoth = (first: number, second: number): Promise<void> =>
        database.write(async (manager) => {
          runs += 1;
          await count(first)(manager);
          await meet();
          await count(second)(manager);
        });
      await Promise.all([countBoth(1, 2), countBoth(2, 1)]);
      expect(await countsOf()).toEqual([2, 2]);
      // The other unit may meet the second run before it has both rows.
      expect(runs).toBeGreaterThanOrEqual(3);
    });

    it('after a serialization failure', async () => {
      const database = await open();
      const meet = meeting();
      let runs = 0;
      const countIsolated = (): Promise<void> =>
        database.write(async (manager) => {
          runs += 1;
          await manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          await manager.query('SELECT FROM entry');
          await meet();
          await count(1)(manager);
        });
      await Promise.all([countIsolated(), countIsolated()]);
      expect(await countsOf()).toEqual([2, 0]);
      expect(runs).toBe(3);
    });
  });
});
