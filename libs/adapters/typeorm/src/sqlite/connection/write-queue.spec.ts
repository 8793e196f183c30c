import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { later } from '@cairn/testkit';
import type { DataSource, EntityManager } from 'typeorm';
import { sqliteSource } from './sqlite-source.js';
import { WriteQueue } from './write-queue.js';
import { Statements } from '../../sql/statements.js';

class Refused extends Error {}

/** No group ends early because the machine is busy. */
const patient = { maxGroupMs: 3_600_000 };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const statementsOf = (manager: EntityManager): Statements =>
  new Statements(
    (text, values) => manager.query(text, [...values]),
    () => '?',
    () => manager,
  );

describe('WriteQueue', () => {
  let folder: string;
  let writer: DataSource;
  let queue: WriteQueue;

  const open = async (): Promise<DataSource> => await sqliteSource(join(folder, 'queue.db')).initialize();

  const insert = (manager: Statements, id: number): Promise<unknown> =>
    manager.query('INSERT INTO entry (id) VALUES (?)', [id]);

  const add = (id: number): Promise<number> =>
    queue.run(async (manager) => {
      await insert(manager, id);
      return id;
    });

  /** Every third number fails: in the middle and after a while. */
  const addOrThrow = async (manager: Statements, id: number): Promise<number> => {
    await insert(manager, id);
    await (id % 5 === 0 ? later() : undefined);
    if (id % 3 === 1) throw new Refused();
    await insert(manager, -1 - id);
    return id;
  };

  const stored = async (): Promise<number[]> => {
    const rows = await writer.query<readonly { readonly id: number }[]>('SELECT id FROM entry ORDER BY id');
    return Array.from(rows, (row) => row.id);
  };

  const acknowledged = (outcomes: readonly PromiseSettledResult<number>[]): number[] =>
    outcomes
      .flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value, -1 - outcome.value] : []))
      .sort((left, right) => left - right);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-queue-'));
    writer = await open();
    await writer.query('CREATE TABLE entry (id INTEGER PRIMARY KEY, content BLOB) STRICT');
    queue = new WriteQueue(statementsOf(writer.createQueryRunner().manager), { ...patient, maxGroupSize: 8 });
  });

  afterEach(async () => {
    mock.restoreAll();
    await queue.close();
    await writer.destroy();
    await rm(folder, { recursive: true });
  });

  it('stores exactly what it acknowledged when a third of 400 concurrent units fail halfway', async () => {
    const outcomes = await Promise.allSettled(
      numbers(400).map((id) => queue.run((manager) => addOrThrow(manager, id))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(133);
    expect(await stored()).toEqual(acknowledged(outcomes));
  });

  it('stores what has taken long before it goes on with what waits, in the order of arrival', async () => {
    const order: string[] = [];
    let groupsBefore = 0;
    const watch = { beforeCommit: () => undefined, afterCommit: () => void (groupsBefore += 1) };
    const counting = new WriteQueue(statementsOf(writer.createQueryRunner().manager), { watch });
    let now = 0;
    mock.method(performance, 'now', () => now);
    const long = async (): Promise<number> => {
      now += 30;
      return groupsBefore;
    };
    const short = async (): Promise<number> => groupsBefore;
    const groups = await Promise.all(
      [long, short, short, long, short].map(async (work, index) => {
        const group = await counting.run(work);
        order.push(`${index}`);
        return group;
      }),
    );
    expect(groups).toEqual([0, 1, 1, 1, 2]);
    expect(order).toEqual(['0', '1', '2', '3', '4']);
    await counting.close();
  });

  it('is needed: transactions of one source in parallel store something else than they acknowledged', async () => {
    const outcomes = await Promise.allSettled(
      numbers(400).map((id) => writer.transaction((manager) => addOrThrow(statementsOf(manager), id))),
    );
    expect(await stored()).not.toEqual(acknowledged(outcomes));
  });

  it('writes nothing to the disk when all units were rejected', async () => {
    await add(1);
    const { size } = await stat(join(folder, 'queue.db-wal'));
    const outcomes = await Promise.allSettled(
      [4, 7].map((id) => queue.run((manager) => addOrThrow(manager, id))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await stat(join(folder, 'queue.db-wal'))).toMatchObject({ size });
    expect(await stored()).toEqual([1]);
  });

  it('runs units in FIFO order', async () => {
    const events: string[] = [];
    const unit = (name: string, turns: number): Promise<void> =>
      queue.run(async () => {
        events.push(`${name} begins`);
        for (let turn = 0; turn < turns; turn += 1) await later();
        events.push(`${name} ends`);
      });
    await Promise.all([unit('a', 5), unit('b', 0), unit('c', 2)]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('answers the units of a group together, and limits the size of a group', async () => {
    queue = new WriteQueue(statementsOf(writer.createQueryRunner().manager), { ...patient, maxGroupSize: 2 });
    const events: string[] = [];
    await Promise.all(
      numbers(5).map(async (id) => {
        await queue.run(async (manager) => {
          await insert(manager, id);
          events.push(`run ${id}`);
        });
        events.push(`answer ${id}`);
      }),
    );
    expect(events).toEqual([
      'run 0',
      'run 1',
      'answer 0',
      'answer 1',
      'run 2',
      'run 3',
      'answer 2',
      'answer 3',
      'run 4',
      'answer 4',
    ]);
  });

  it('shows a unit the changes of earlier ones, and nothing of failed ones', async () => {
    const seen: number[] = [];
    const outcomes = await Promise.allSettled(
      numbers(4).map((id) =>
        queue.run(async (manager) => {
          seen.push((await manager.query<readonly unknown[]>('SELECT id FROM entry')).length);
          return await addOrThrow(manager, id);
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(Refused) });
    expect(seen).toEqual([0, 2, 2, 4]);
  });

  describe('rejects every unit of a group as StorageUnavailable and continues with the next group', () => {
    const expectRefused = async (units: readonly Promise<unknown>[], code: string): Promise<void> => {
      for (const outcome of await Promise.allSettled(units)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) });
        expect(outcome).toMatchObject({ reason: { cause: { code } } });
      }
      expect(await stored()).toEqual([]);
      await Promise.all([add(10), add(11)]);
      expect(await stored()).toEqual([10, 11]);
    };

    it('when the commit fails', async () => {
      await writer.query('CREATE TABLE child (entry INTEGER REFERENCES entry (id)) STRICT');
      const addOrphan = (): Promise<unknown> =>
        queue.run(async (manager) => {
          await manager.query('PRAGMA defer_foreign_keys = ON');
          await manager.query('INSERT INTO child (entry) VALUES (99)');
        });
      await expectRefused([add(1), addOrphan(), add(2)], 'SQLITE_CONSTRAINT_FOREIGNKEY');
    });

    it('when SQLite rolls back the whole transaction', async () => {
      const addOrGiveUp = (): Promise<unknown> =>
        queue.run((manager) => manager.query('INSERT OR ROLLBACK INTO entry (id) VALUES (1)'));
      await expectRefused([add(1), addOrGiveUp(), add(2)], 'SQLITE_CONSTRAINT_PRIMARYKEY');
    });

    it('when another process is writing all the time', async () => {
      const other = await open();
      await other.query('BEGIN IMMEDIATE');
      await writer.query('PRAGMA busy_timeout = 20');
      const units = [add(1), add(2)];
      await Promise.allSettled(units);
      await other.destroy();
      await expectRefused(units, 'SQLITE_BUSY');
    });
  });

  it('rejects writes on a full disk as StorageFull, and stores again when there is space', async () => {
    const large = (id: number): Promise<unknown> =>
      queue.run((manager) =>
        manager.query('INSERT INTO entry (id, content) VALUES (?, zeroblob(1000000))', [id]),
      );
    await writer.query('PRAGMA max_page_count = 50');
    await expect(large(1)).rejects.toMatchObject({
      code: 'storage-full',
      cause: { code: 'SQLITE_FULL' },
    });
    await writer.query('PRAGMA max_page_count = 1000000');
    await large(2);
    expect(await stored()).toEqual([2]);
  });

  it('rejects with the error of a unit unchanged', async () => {
    await add(1);
    await expect(add(1)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  });

  it('closes after everything queued is answered, and accepts nothing more', async () => {
    const units = numbers(20).map(add);
    await queue.close();
    expect(await stored()).toEqual(numbers(20));
    await expect(add(20)).rejects.toBeInstanceOf(StorageUnavailable);
    await queue.close();
    expect(await Promise.all(units)).toEqual(numbers(20));
  });
});
