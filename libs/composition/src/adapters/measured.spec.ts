import { BlobNotFound } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { measured } from './measured.js';

class Store {
  private readonly all: string[] = [];
  queued: () => string = () => 'nothing';

  get size(): number {
    return this.all.length;
  }

  async put(key: string): Promise<number> {
    return this.all.push(key);
  }

  async get(key: string): Promise<string> {
    if (key === 'absent') throw new BlobNotFound(key);
    if (key === 'down') throw new StorageUnavailable('The store is down.');
    return key;
  }

  *keys(): Generator<string> {
    yield* this.all;
  }
}

class Sub extends Store {
  override async put(key: string): Promise<number> {
    return await super.put(`${key}!`);
  }
}

describe('measured', () => {
  const told: string[] = [];
  const seconds: number[] = [];
  const open = () => {
    told.length = 0;
    return measured(new Sub(), 'blobs', {
      of: (port, method) => ({
        ended: (took) => void (seconds.push(took), told.push(`${port}.${method}`)),
        failed: () => void told.push(`${port}.${method} failed`),
      }),
    });
  };

  it('does what the port does, and is one', async () => {
    const store = open();
    expect([await store.put('a'), store.size, [...store.keys()], store.queued()]).toEqual([
      1,
      1,
      ['a!'],
      'nothing',
    ]);
    expect(store).toBeInstanceOf(Sub);
    store.queued = () => 'something';
    expect(store.queued()).toBe('something');
  });

  it('tells of each call that was waited for', async () => {
    const store = open();
    await store.put('a');
    expect([...store.keys()]).toEqual(['a!']);
    await store.get('b');
    expect(told).toEqual(['blobs.put', 'blobs.get']);
    expect(seconds.every((took) => took >= 0 && took < 5)).toBe(true);
  });

  it('tells a store that fails from one that has something to say', async () => {
    const store = open();
    await expect(store.get('absent')).rejects.toBeInstanceOf(BlobNotFound);
    await expect(store.get('down')).rejects.toBeInstanceOf(StorageUnavailable);
    expect(told).toEqual(['blobs.get', 'blobs.get failed']);
  });
});
