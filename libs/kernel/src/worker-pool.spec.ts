import { describe, expect, it } from '@jest/globals';
import { WorkerPool } from './worker-pool.js';

class Counted {
  hasEnded = false;
  constructor(readonly number: number) {}
}

function opened(): WorkerPool<Counted> {
  let started = 0;
  return new WorkerPool(() => new Counted((started += 1)));
}

describe('WorkerPool', () => {
  it('gives each work a worker of its own, and reuses idle ones', async () => {
    const pool = opened();
    const both = await Promise.all([
      pool.run(async ({ number }) => number),
      pool.run(async ({ number }) => number),
    ]);
    expect(both).toEqual([1, 2]);
    expect([1, 2]).toContain(await pool.run(async ({ number }) => number));
  });

  it('replaces a worker that ended in its work, or while idle', async () => {
    const pool = opened();
    const ended = pool.run(async (worker) => {
      worker.hasEnded = true;
      throw new Error('ended');
    });
    await expect(ended).rejects.toThrow('ended');
    const idle = await pool.run(async (worker) => worker);
    expect(idle.number).toBe(2);
    idle.hasEnded = true;
    expect(await pool.run(async ({ number }) => number)).toBe(3);
  });

  it('ends idle and busy workers, and does not reuse them', async () => {
    const pool = opened();
    await pool.run(async () => undefined);
    await pool.close((worker) => {
      worker.hasEnded = true;
    });
    expect(pool.workers).toEqual([]);
    expect(await pool.run(async ({ number }) => number)).toBe(2);
  });
});
