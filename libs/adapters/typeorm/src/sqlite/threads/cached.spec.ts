import { describe, expect, it } from '@jest/globals';
import { cached } from './cached.js';
import { SharedCounter } from './shared-counter.js';

/** A lookup of one value that counts its calls. */
function aLookup() {
  const version = new SharedCounter();
  const state = { value: 'first' as string | undefined, reads: 0, meanwhile: (): void => undefined };
  const find = cached(version, async () => {
    state.reads += 1;
    const { value } = state;
    state.meanwhile();
    return value && { value };
  });
  return { version, state, find };
}

describe('cached', () => {
  it('reads once while nothing is written, and gives the same object, frozen', async () => {
    const { state, find } = aLookup();
    expect(await find('a')).toBe(await find('a'));
    expect(state.reads).toBe(1);
    expect(Object.isFrozen(await find('a'))).toBe(true);
  });

  it('reads anew after a write, also one of another thread', async () => {
    const { version, state, find } = aLookup();
    await find('a');
    state.value = 'second';
    new SharedCounter(version.memory).increment();
    expect(await find('a')).toEqual({ value: 'second' });
  });

  it('does not keep what was read while something was written', async () => {
    const { version, state, find } = aLookup();
    state.meanwhile = () => version.increment();
    await find('a');
    Object.assign(state, { value: 'second', meanwhile: () => undefined });
    expect(await find('a')).toEqual({ value: 'second' });
  });

  it('keeps what was asked for last, in bounded room', async () => {
    const { state, find } = aLookup();
    state.value = 'x'.repeat(1_000_000);
    const others = Array.from({ length: 20 }, (_, index) => `other ${index}`);
    for (const other of others) {
      await find('often');
      await find(other);
    }
    expect(state.reads).toBe(1 + others.length);
    await find('often');
    await find('other 19');
    expect(state.reads).toBe(1 + others.length);
    await find('other 0');
    expect(state.reads).toBe(2 + others.length);
  });

  it('does not keep what is larger than its room', async () => {
    const { state, find } = aLookup();
    state.value = 'x'.repeat(5_000_000);
    await find('large');
    await find('large');
    expect(state.reads).toBe(2);
  });

  it('asks again for what was not there, and tells one text from another', async () => {
    const { state, find } = aLookup();
    state.value = undefined;
    expect([await find('a'), await find('a')]).toEqual([undefined, undefined]);
    state.value = 'a';
    await find('a');
    state.value = 'b';
    expect(await find('b')).toEqual({ value: 'b' });
    expect(await find('a')).toEqual({ value: 'a' });
  });
});
