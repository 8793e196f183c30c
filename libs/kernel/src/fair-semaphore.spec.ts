import { describe, expect, it } from '@jest/globals';
import { FairSemaphore, type Release, type FairSemaphoreOptions } from './fair-semaphore.js';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** `got` records who got a place or was rejected and why, in that order. */
function opened(options: FairSemaphoreOptions) {
  const places = new FairSemaphore(options);
  const got: string[] = [];
  const held = new Map<string, Release[]>();
  const take = (
    holder: string,
    more: { readonly size?: number; readonly cancellation?: AbortSignal } = {},
  ) => {
    void places.acquire({ holder, ...more }).then((place) => {
      got.push(typeof place === 'string' ? `${holder}: ${place}` : holder);
      if (typeof place !== 'string') held.set(holder, [...(held.get(holder) ?? []), place]);
    });
  };
  const release = async (holder: string): Promise<void> => {
    held.get(holder)?.shift()?.();
    await settled();
  };
  return { places, got, take, release };
}

describe('FairSemaphore', () => {
  it('go to who came first, of those of one holder', async () => {
    const { places, take, release } = opened({ count: 1 });
    const order: number[] = [];
    take('a');
    await settled();
    for (const number of [1, 2, 3])
      void places.acquire({ holder: 'a' }).then((place) => {
        order.push(number);
        if (typeof place !== 'string') place();
      });
    await release('a');
    await settled();
    expect(order).toEqual([1, 2, 3]);
  });

  it('go round the holders, however many wait for one of them', async () => {
    const { got, take, release } = opened({ count: 1 });
    for (const holder of ['many', 'many', 'many', 'many', 'one', 'other', 'one']) take(holder);
    await settled();
    for (let turn = 0; turn < 7; turn += 1) await release(got.at(-1) ?? '');
    expect(got).toEqual(['many', 'one', 'other', 'many', 'one', 'many', 'many']);
  });

  it('go to a holder with fewer of them first', async () => {
    const { got, take, release } = opened({ count: 3 });
    for (const holder of ['two', 'two', 'one', 'two', 'one']) take(holder);
    await settled();
    await release('two');
    await release('two');
    expect(got).toEqual(['two', 'two', 'one', 'two', 'one']);
    expect(got.slice(3)).toEqual(['two', 'one']);
  });

  it('are all for one holder that nobody else competes with', async () => {
    const { got, take } = opened({ count: 3 });
    for (let count = 0; count < 4; count += 1) take('a');
    await settled();
    expect(got).toEqual(['a', 'a', 'a']);
  });

  it('are left to others where they are held for long', async () => {
    const { got, take, release } = opened({ count: 8, share: 'spare' });
    for (let count = 0; count < 8; count += 1) take('a');
    for (const holder of ['b', 'b', 'b', 'c', 'd', 'e']) take(holder);
    await settled();
    expect(got).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd']);
    await release('a');
    expect(got.at(-1)).toBe('e');
  });

  it('are kept for newcomers where work cannot be interrupted', async () => {
    const { got, take, release } = opened({ count: 3, reserved: 1 });
    for (const holder of ['a', 'a', 'a', 'b', 'b', 'c']) take(holder);
    await settled();
    expect(got).toEqual(['a', 'a', 'b']);
    await release('a');
    expect(got).toEqual(['a', 'a', 'b', 'c']);
    await release('c');
    expect(got).toHaveLength(4);
    await release('a');
    expect(got.slice(4)).toEqual(['a']);
  });

  it('of one holder that has some are not given to its small requests before its large one', async () => {
    const { got, take, release } = opened({ count: 8, share: 'spare' });
    for (const size of [3, 4, 1]) take('a', { size });
    take('b');
    await settled();
    expect(got).toEqual(['a', 'b']);
    await release('a');
    expect(got).toEqual(['a', 'b', 'a']);
  });

  it('of a large size are not passed for ever by small ones', async () => {
    const { got, take, release } = opened({ count: 2 });
    take('a');
    take('b', { size: 2 });
    take('c');
    await settled();
    expect(got).toEqual(['a']);
    await release('a');
    expect(got).toEqual(['a', 'b']);
    await release('b');
    expect(got).toEqual(['a', 'b', 'c']);
  });

  it('are not waited for by more than may, of whom the holder with the most has the last one leave', async () => {
    const { got, take, release } = opened({ count: 1, maxWaiting: 2 });
    for (const holder of ['many', 'many', 'many', 'many', 'one', 'other']) take(holder);
    await settled();
    expect(got).toEqual(['many', 'many: full', 'many: full', 'other: full']);
    await release('many');
    expect(got.at(-1)).toBe('one');
  });

  it('are not waited for any longer once that is cancelled', async () => {
    const { places, got, take, release } = opened({ count: 1 });
    const leaving = new AbortController();
    take('a');
    take('b', { cancellation: leaving.signal });
    await settled();
    leaving.abort();
    await settled();
    take('c', { cancellation: leaving.signal });
    await settled();
    expect([got, places.hasWaiting]).toEqual([['a', 'b: cancelled', 'c: cancelled'], false]);
    await release('a');
    take('d');
    await settled();
    expect(got.at(-1)).toBe('d');
  });

  it('are held for as long as work takes, also where it fails', async () => {
    const places = new FairSemaphore({ count: 1, maxWaiting: 1 });
    const order: string[] = [];
    const failing = places.run({ holder: 'a' }, async () => {
      order.push('first');
      throw new Error('it failed');
    });
    const next = places.run({ holder: 'b' }, async () => order.push('next'));
    await expect(places.run({ holder: 'b' }, async () => order.push('never'))).rejects.toThrow('full');
    await expect(failing).rejects.toThrow('it failed');
    expect([await next, order]).toEqual([2, ['first', 'next']]);
  });

  it('are given back once', async () => {
    const places = new FairSemaphore({ count: 1 });
    const release = await places.acquire({ holder: 'a' });
    if (typeof release === 'string') throw new Error('There was a place.');
    release();
    release();
    expect([await places.acquire({ holder: 'b' }), places.heldBy('a')]).toEqual([expect.any(Function), 0]);
    const leaving = new AbortController();
    const waiting = places.acquire({ holder: 'c', cancellation: leaving.signal });
    leaving.abort();
    expect(await waiting).toBe('cancelled');
  });
});
