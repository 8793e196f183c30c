import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { SqlOutbox } from '../../kernel/sql-outbox.js';
import { Statements } from '../../sql/statements.js';
import { openSqliteHere } from '../open-sqlite.js';
import { WriteQueue } from './write-queue.js';

const spin = (durationMs: number): void => {
  const until = performance.now() + durationMs;
  while (performance.now() < until);
};

describe('work in the background', () => {
  let ran: string[];
  let queue: WriteQueue;

  const unit =
    (name: string, durationMs = 0) =>
    async (): Promise<string> => {
      ran.push(name);
      spin(durationMs);
      return name;
    };

  beforeEach(() => {
    ran = [];
    const noteTransactions = async (text: string): Promise<undefined> => {
      if (text.startsWith('BEGIN') || text === 'COMMIT') ran.push(text.slice(0, 5).trim());
    };
    const maxGroupMs = 60_000; // or a busy machine would split a group
    queue = new WriteQueue(new Statements(noteTransactions, () => '?'), { maxGroupMs });
  });

  afterEach(() => queue.close());

  it('has transactions of its own, and others go first, but not twice in a row', async () => {
    const later: Promise<unknown>[] = [];
    await Promise.all([
      queue.runInBackground(unit('long 1')),
      queue.run(async () => {
        later.push(queue.run(unit('late')));
        return await unit('short 1')();
      }),
      queue.run(unit('short 2')),
      queue.runInBackground(unit('long 2')),
    ]);
    await Promise.all(later);
    const group = (...names: readonly string[]): readonly string[] => ['BEGIN', ...names, 'COMMI'];
    expect(ran).toEqual([
      ...group('short 1', 'short 2'),
      ...group('long 1'),
      ...group('late'),
      ...group('long 2'),
    ]);
  });

  it('tells how long others had to wait, and whether any did that came meanwhile', async () => {
    const alone = await queue.runInBackground(unit('alone', 20));
    expect([alone.result, alone.timing.contended]).toEqual(['alone', false]);
    expect(alone.timing.durationMs).toBeGreaterThanOrEqual(20);
    const others: Promise<unknown>[] = [];
    const contended = async (come: () => void): Promise<boolean> =>
      (
        await queue.runInBackground(async () => {
          setImmediate(come); // like a message that came while the thread was busy
          spin(5);
        })
      ).timing.contended;
    expect(await contended(() => others.push(queue.run(unit('small'))))).toBe(true);
    const lowPriority = { isLowPriority: true };
    expect(await contended(() => others.push(queue.run(unit('for nobody'), lowPriority)))).toBe(false);
    expect(await contended(() => others.push(queue.runInBackground(unit('another long one'))))).toBe(false);
    await Promise.all(others);
  });

  it('rejects with what was thrown, is waited for when the queue is closed, and is refused then', async () => {
    const failing = queue.runInBackground(async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const last = queue.runInBackground(unit('last'));
    await queue.close();
    expect(ran).toContain('last');
    expect((await last).result).toBe('last');
    await expect(queue.runInBackground(unit('after'))).rejects.toBeInstanceOf(StorageUnavailable);
  });
});

it('nobody waits for where consumers of events are, or for events to be pruned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-background-'));
  const database = await openSqliteHere({ file: join(folder, 'cairn.db') });
  const outbox = new SqlOutbox(database);
  const writes: Promise<unknown>[] = [];
  const areOthersHeld = async (come: () => Promise<unknown>): Promise<boolean> => {
    const { timing } = await database.writeInBackground(async () => {
      setImmediate(() => writes.push(come()));
      spin(5);
    });
    return timing.contended;
  };
  try {
    expect(await areOthersHeld(() => database.write((manager) => manager.query('SELECT 1')))).toBe(true);
    expect(await areOthersHeld(() => outbox.advance('consumer', 1))).toBe(false);
    expect(await areOthersHeld(() => outbox.prune({ consumers: ['consumer'], before: 1, limit: 10 }))).toBe(
      false,
    );
  } finally {
    await Promise.all(writes);
    await database.close();
    await rm(folder, { recursive: true });
  }
});
