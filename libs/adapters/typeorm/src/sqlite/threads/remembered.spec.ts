import { describe, expect, it } from '@jest/globals';
import { remembered } from './remembered.js';
import { SharedCounter } from './shared-counter.js';

/** A lookup of one value that counts how often it is asked for. */
function aLookup() {
  const version = new SharedCounter();
  const state = { value: 'first' as string | undefined, reads: 0, meanwhile: (): void => undefined };
  const find = remembered(version, async () => {
    state.reads += 1;
    const { value } = state;
    state.meanwhile();
    return value && { value };
  });
  return { version, state, find };
}

describe('remembered', () => {
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
