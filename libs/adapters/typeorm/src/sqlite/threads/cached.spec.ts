import { describe, expect, it } from '@jest/globals';
import { cached, isOpen } from './cached.js';
import { SharedCounter } from '../connection/shared-counter.js';

/** A lookup of one value that counts its calls. */
function aLookup() {
  const version = new SharedCounter();
  const state = { value: 'first' as string | undefined, reads: 0, meanwhile: (): void => undefined };
  const find = cached(
    () => version,
    async () => {
      state.reads += 1;
      const { value } = state;
      state.meanwhile();
      return value && { value };
    },
  );
  return { version, state, find };
}

describe('cached', () => {
  it('reads once while nothing is written, and returns the same frozen object', async () => {
    const { state, find } = aLookup();
    expect(await find('a')).toBe(await find('a'));
    expect(state.reads).toBe(1);
    expect(Object.isFrozen(await find('a'))).toBe(true);
  });

  it('reads again after a write, also by another thread', async () => {
    const { version, state, find } = aLookup();
    await find('a');
    state.value = 'second';
    version.end();
    expect(await find('a')).toEqual({ value: 'second' });
  });

  it('reads again what a commit may have changed, and nothing else', async () => {
    const counters = { a: new SharedCounter(), b: new SharedCounter() };
    const read: unknown[] = [];
    const find = cached(
      (key) => (key === 'a' ? counters.a : counters.b),
      async (key) => {
        read.push(key);
        return { key };
      },
    );
    for (const key of ['a', 'b', 'a', 'b']) await find(key);
    counters.b.end();
    for (const key of ['a', 'b', 'a', 'b']) await find(key);
    expect(read).toEqual(['a', 'b', 'b']);
  });

  it('does not cache what was read during a write', async () => {
    const { version, state, find } = aLookup();
    state.meanwhile = () => version.end();
    await find('a');
    Object.assign(state, { value: 'second', meanwhile: () => undefined });
    expect(await find('a')).toEqual({ value: 'second' });
  });

  it('neither caches nor answers from memory while a commit is under way', async () => {
    const { version, state, find } = aLookup();
    await find('a');
    version.begin();
    state.value = 'second';
    expect(await find('a')).toEqual({ value: 'second' });
    state.value = 'third';
    expect(await find('a')).toEqual({ value: 'third' });
    version.end();
    state.value = 'last';
    expect(await find('a')).toEqual({ value: 'last' });
    expect([await find('a'), state.reads]).toEqual([{ value: 'last' }, 4]);
  });

  it('reads a private file anew each time, as an absent one', async () => {
    const read: string[] = [];
    const counter = new SharedCounter();
    const find = cached(
      () => counter,
      async (visibility) => {
        read.push(String(visibility));
        return { visibility };
      },
      isOpen,
    );
    for (const visibility of ['private', 'public', 'unlisted', 'private', 'public', 'unlisted'])
      await find(visibility);
    expect(read).toEqual(['private', 'public', 'unlisted', 'private']);
  });

  it('keeps the most recently used results, in bounded memory', async () => {
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

  it('does not cache a result larger than its memory', async () => {
    const { state, find } = aLookup();
    state.value = 'x'.repeat(5_000_000);
    await find('large');
    await find('large');
    expect(state.reads).toBe(2);
  });

  it('does not cache misses, and distinguishes keys', async () => {
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
