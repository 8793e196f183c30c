import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { TimeSlice } from './time-slice.js';

/** Blocks for a millisecond. */
function work(): void {
  const end = performance.now() + 1;
  while (performance.now() < end);
}

async function longWork(steps: number, holder = ''): Promise<void> {
  const slice = new TimeSlice(holder);
  for (let step = 0; step < steps; step += 1) {
    await slice.next();
    work();
  }
}

describe('TimeSlice', () => {
  it('is shared by all long work: many at once hold the event loop no longer than one', async () => {
    let [done, most, steps] = [false, 0, 0];
    const many = Promise.all(
      Array.from({ length: 40 }, async () => {
        const slice = new TimeSlice();
        for (let step = 0; step < 5; step += 1) {
          await slice.next();
          work();
          steps += 1;
        }
      }),
    ).then(() => (done = true));
    for (let before = steps; !done; before = steps) {
      await nextTurn();
      most = Math.max(most, steps - before);
    }
    await many;
    expect(steps).toBe(200);
    expect(most).toBeLessThan(20); // in at most two turns; without sharing, each of the 40 would take a step in one turn
  });

  it('is shared by holders, however much work one of them has', async () => {
    const order: string[] = [];
    const work = (holder: string): Promise<unknown> => longWork(30, holder).then(() => order.push(holder));
    const many = Array.from({ length: 12 }, () => work('many'));
    await Promise.all([...many, work('one')]);
    expect(order.indexOf('one')).toBeLessThan(4);
  });

  it('lets short work go before the rest of long work', async () => {
    const order: string[] = [];
    const long = Promise.all(Array.from({ length: 20 }, () => longWork(20).then(() => order.push('long'))));
    await nextTurn();
    await Promise.all([longWork(1).then(() => order.push('short')), long]);
    expect(order[0]).toBe('short');
  });
});
