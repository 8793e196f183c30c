import { describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { Places } from './places.js';

const { signal } = new AbortController();
const patienceMs = 10_000;

/** Of two places; `order` has the keys in the order in which they got theirs. */
function opened() {
  const places = new Places(2);
  const order: string[] = [];
  const leave: (() => void)[] = [];
  const take = async (key: string): Promise<void> => {
    leave.push(await places.take({ key, patienceMs, signal }));
    order.push(key);
  };
  /** Lets the first of those that have a place go. */
  const leaveOne = async (): Promise<void> => {
    await settled();
    leave.shift()?.();
    await settled();
  };
  return { places, order, take, leaveOne };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('go to those who came first', async () => {
    const { order, take, leaveOne } = opened();
    const all = ['a', 'b', 'c', 'd'].map((key) => take(key));
    await leaveOne();
    expect(order).toEqual(['a', 'b', 'c']);
    await leaveOne();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go to a key that has none before the many of one that has', async () => {
    const { order, take, leaveOne } = opened();
    const all = ['many', 'many', 'many', 'many', 'many', 'one', 'other'].map((key) => take(key));
    for (let left = 0; left < 7; left += 1) await leaveOne();
    await Promise.all(all);
    expect(order).toEqual(['many', 'many', 'one', 'many', 'other', 'many', 'many']);
  });

  it('are given back once', async () => {
    const places = new Places(1);
    const leave = await places.take({ key: 'a', patienceMs, signal });
    leave();
    leave();
    await places.take({ key: 'b', patienceMs, signal });
    await expect(places.take({ key: 'c', patienceMs: 1, signal })).rejects.toThrow(StorageUnavailable);
  });

  it('are not waited for any longer once the signal aborts', async () => {
    const places = new Places(1);
    const leave = await places.take({ key: 'a', patienceMs, signal });
    const reader = new AbortController();
    const waiting = places.take({ key: 'b', patienceMs, signal: reader.signal });
    expect(places.areWanted).toBe(true);
    reader.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(places.areWanted).toBe(false);
    leave();
    await places.take({ key: 'c', patienceMs, signal });
  });
});
