import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DecodeQueue } from './decode-queue.js';

const patient = { maxWaiting: 100, permits: 2, maxWaitMs: 5_000, maxWorkMs: 5_000 };

describe('DecodeQueue', () => {
  it('runs no more at once than there are permits, in order of arrival', async () => {
    const queue = new DecodeQueue(patient);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async (): Promise<void> => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6].map((number) => queue.run(1, work(number))));
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  it('runs work that needs all permits alone, and lets nothing overtake it', async () => {
    const queue = new DecodeQueue(patient);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await sleep(5);
      log.push(`${name} ends`);
    };
    await Promise.all([queue.run(1, work('a')), queue.run(7, work('large')), queue.run(1, work('b'))]);
    expect(log).toEqual(['a begins', 'a ends', 'large begins', 'large ends', 'b begins', 'b ends']);
  });

  it('is StorageUnavailable when the turn does not come in time, and continues with the next', async () => {
    const queue = new DecodeQueue({ ...patient, maxWaitMs: 20 });
    const slow = queue.run(1, async () => void (await sleep(80)));
    const late = queue.run(2, async () => undefined);
    const behind = queue.run(1, async () => undefined);
    await expect(late).rejects.toMatchObject({ code: 'storage-unavailable' });
    await behind;
    await slow;
  });

  it('rejects at once when the queue is full', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1, maxWaiting: 1 });
    const [first, second] = [queue.run(1, () => sleep(20)), queue.run(1, async () => 'its turn came')];
    await expect(queue.run(1, async () => undefined)).rejects.toMatchObject({ code: 'storage-unavailable' });
    await first;
    expect(await second).toBe('its turn came');
    expect(await queue.run(1, async () => 'there is room again')).toBe('there is room again');
  });

  it('is UndecodableImage when work takes too long, and keeps its permit until it ends', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1, maxWorkMs: 20 });
    let ended = false;
    const endless = queue.run(1, async () => {
      await sleep(60);
      ended = true;
    });
    await expect(endless).rejects.toThrow('decoding takes too long');
    expect(ended).toBe(false);
    await queue.run(1, async () => expect(ended).toBe(true));
  });

  it('has no time limit unless one is set', async () => {
    const queue = new DecodeQueue({ ...patient, maxWorkMs: undefined });
    expect(await queue.run(1, async () => await sleep(20, 'done'))).toBe('done');
  });

  it('continues after work that failed', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1 });
    const failing = queue.run(1, async () => Promise.reject(new Error('damaged')));
    await expect(failing).rejects.toThrow('damaged');
    await queue.run(1, async () => undefined);
  });
});
