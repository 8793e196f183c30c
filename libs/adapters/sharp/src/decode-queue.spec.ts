import { describe, expect, it } from '@jest/globals';
import { later } from '@cairn/testkit';
import { DecodeQueue } from './decode-queue.js';

const patient = { maxWaiting: 100, permits: 2, maxWaitMs: 3_600_000, maxWorkMs: 3_600_000 };

const of = (permits: number, holder = 'a') => ({ holder, permits });

/** Work that goes on until it is ended. */
function heldWork() {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { work: () => over, end };
}

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
      await later();
      running -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6].map((number) => queue.run(of(1), work(number))));
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  it('runs work that needs all permits alone, and lets nothing overtake it', async () => {
    const queue = new DecodeQueue(patient);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await later();
      log.push(`${name} ends`);
    };
    await Promise.all([
      queue.run(of(1), work('a')),
      queue.run(of(7), work('large')),
      queue.run(of(1), work('b')),
    ]);
    expect(log).toEqual(['a begins', 'a ends', 'large begins', 'large ends', 'b begins', 'b ends']);
  });

  it('is StorageUnavailable when the turn does not come in time, and continues with the next', async () => {
    const queue = new DecodeQueue({ ...patient, maxWaitMs: 20 });
    const { work, end } = heldWork();
    const slow = queue.run(of(1), work);
    const late = queue.run(of(2), async () => undefined);
    const behind = queue.run(of(1), async () => undefined);
    await expect(late).rejects.toMatchObject({ code: 'storage-unavailable' });
    await behind;
    end();
    await slow;
  });

  it('rejects at once when the queue is full', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1, maxWaiting: 1 });
    const { work, end } = heldWork();
    const [first, second] = [queue.run(of(1), work), queue.run(of(1), async () => 'its turn came')];
    await expect(queue.run(of(1), async () => undefined)).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    end();
    await first;
    expect(await second).toBe('its turn came');
    expect(await queue.run(of(1), async () => 'there is room again')).toBe('there is room again');
  });

  it('is UndecodableImage when work takes too long, and keeps its permit until it ends', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1, maxWorkMs: 20 });
    let ended = false;
    const { work, end } = heldWork();
    const endless = queue.run(of(1), async () => {
      await work();
      ended = true;
    });
    await expect(endless).rejects.toThrow('decoding takes too long');
    expect(ended).toBe(false);
    const next = queue.run(of(1), async () => expect(ended).toBe(true));
    await later();
    end();
    await next;
  });

  it('has no time limit unless one is set', async () => {
    const queue = new DecodeQueue({ ...patient, maxWorkMs: undefined });
    expect(await queue.run(of(1), () => later().then(() => 'done'))).toBe('done');
  });

  it('gives holders their turns, however much one of them has waiting', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1, maxWaiting: 4 });
    const { work, end } = heldWork();
    const [log, held]: [string[], Promise<void>] = [[], queue.run(of(1, 'many'), work)];
    const run = (holder: string, number: number): Promise<unknown> =>
      queue
        .run(of(1, holder), async () => void log.push(`${holder} ${number}`))
        .catch(() => log.push(`${holder} ${number} is refused`));
    const all = [1, 2, 3, 4, 5].map((number) => run('many', number));
    await later();
    all.push(run('one', 1), run('one', 2));
    await later();
    end();
    await Promise.all([held, ...all]);
    const refused = ['many 5 is refused', 'many 4 is refused', 'many 3 is refused'];
    expect(log).toEqual([...refused, 'one 1', 'many 1', 'one 2', 'many 2']);
  });

  it('has permits for a newcomer, however long the work of another takes', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 2, reserved: 1 });
    const { work, end } = heldWork();
    const all = [1, 2, 3].map(() => queue.run(of(1, 'many'), work));
    expect(await queue.run(of(1, 'one'), async () => 'its turn came')).toBe('its turn came');
    end();
    await Promise.all(all);
  });

  it('begins work that several wait for with the first turn of one of them, once', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1 });
    const { work, end } = heldWork();
    const log: string[] = [];
    const first = queue.run(of(1, 'many'), work);
    const before = queue.run(of(1, 'many'), async () => void log.push('before'));
    const shared = queue.begin(of(1, 'many'), async () => void log.push('shared'));
    shared.join('one');
    end();
    await Promise.all([first, before, shared.result]);
    expect(log).toEqual(['shared', 'before']);
    shared.join('other'); // has no effect any more
    await queue.run(of(1, 'other'), async () => void log.push('after'));
    expect(log).toEqual(['shared', 'before', 'after']);
  });

  it('continues after work that failed', async () => {
    const queue = new DecodeQueue({ ...patient, permits: 1 });
    const failing = queue.run(of(1), async () => Promise.reject(new Error('damaged')));
    await expect(failing).rejects.toThrow('damaged');
    await queue.run(of(1), async () => undefined);
  });
});
