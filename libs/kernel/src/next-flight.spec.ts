import { describe, expect, it } from '@jest/globals';
import { NextFlight } from './next-flight.js';

/** Reads that end when they are told to. */
function someReads() {
  const flight = new NextFlight<number>();
  const ends: ((number: number | PromiseLike<number>) => void)[] = [];
  const read = (key = '') => flight.run(key, () => new Promise<number>((resolve) => ends.push(resolve)));
  const turn = async () => {
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  return { read, ends, turn };
}

describe('NextFlight', () => {
  it('lets calls that come during a read share the next one, and none an earlier one', async () => {
    const { read, ends, turn } = someReads();
    const first = read();
    const others = [read(), read()];
    await turn();
    expect(ends.length).toBe(1);
    ends[0]?.(1);
    await turn();
    expect([await first, ends.length]).toEqual([1, 2]);
    const last = read();
    ends[1]?.(2);
    await turn();
    ends[2]?.(3);
    expect([await Promise.all(others), await last, ends.length]).toEqual([[2, 2], 3, 3]);
    const alone = read();
    ends[3]?.(4);
    expect(await alone).toBe(4);
  });

  it('keeps reads of other keys apart', async () => {
    const { read, ends } = someReads();
    const both = [read('a'), read('b')];
    ends.forEach((end, index) => end(index));
    expect(await Promise.all(both)).toEqual([0, 1]);
  });

  it('tells of a failure those alone that shared the read', async () => {
    const { read, ends, turn } = someReads();
    const calls = Promise.allSettled([read(), read(), read()]);
    ends[0]?.(Promise.reject(new Error('failed')));
    await turn();
    ends[1]?.(1);
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
