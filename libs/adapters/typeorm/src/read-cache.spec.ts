import { describe, expect, it } from '@jest/globals';
import { sqlite } from './dialect.js';
import { ReadCache } from './read-cache.js';

/** A database of one value that tells its version and counts how often it is read. */
function aDatabase() {
  const state: { version: number | undefined; value: string; reads: number } = {
    version: 0,
    value: 'first',
    reads: 0,
  };
  const database = {
    dialect: sqlite,
    get version() {
      return state.version;
    },
    read: () => Promise.reject(new Error('not asked')),
    write: () => Promise.reject(new Error('not asked')),
  };
  const cache = new ReadCache(database, async () => {
    state.reads += 1;
    return { value: state.value };
  });
  return { state, cache };
}

describe('ReadCache', () => {
  it('reads once while nothing is written', async () => {
    const { state, cache } = aDatabase();
    expect(await cache.find('a')).toBe(await cache.find('a'));
    expect(state.reads).toBe(1);
  });

  it('reads anew after a write', async () => {
    const { state, cache } = aDatabase();
    await cache.find('a');
    Object.assign(state, { version: 1, value: 'second' });
    expect(await cache.find('a')).toEqual({ value: 'second' });
  });

  it('remembers nothing where others write too', async () => {
    const { state, cache } = aDatabase();
    Object.assign(state, { version: undefined });
    await cache.find('a');
    Object.assign(state, { value: 'second' });
    expect(await cache.find('a')).toEqual({ value: 'second' });
    expect(state.reads).toBe(2);
  });

  it('does not keep what was read while something was written', async () => {
    const { state, cache } = aDatabase();
    const early = cache.find('a');
    Object.assign(state, { version: 1, value: 'second' });
    await early;
    expect(await cache.find('a')).toEqual({ value: 'second' });
  });

  it('asks again for what was absent', async () => {
    let asked = 0;
    const database = {
      dialect: sqlite,
      version: 0,
      read: () => Promise.reject(new Error()),
      write: () => Promise.reject(new Error()),
    };
    const cache = new ReadCache(database, async () => {
      asked += 1;
      return undefined;
    });
    await cache.find('a');
    await cache.find('a');
    expect(asked).toBe(2);
  });
});
