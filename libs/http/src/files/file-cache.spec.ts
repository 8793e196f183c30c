import { describe, expect, it } from '@jest/globals';
import { FileCache, type CachedFile } from './file-cache.js';

const MIB = 1024 * 1024;

interface Counted {
  readonly served: CachedFile;
  reads: number;
}

/** A file of two chunks that counts how often it is read. */
function aFile(key: string, bytes: Buffer, sizeInBytes = bytes.length): Counted {
  const counted: Counted = {
    reads: 0,
    served: {
      key,
      sizeInBytes,
      read: async () => {
        counted.reads += 1;
        return chunksOf(bytes);
      },
    },
  };
  return counted;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 1);
  yield bytes.subarray(1);
}

describe('FileCache', () => {
  it('reads a file once for concurrent and later requests', async () => {
    const cache = new FileCache(MIB);
    const file = aFile('a', Buffer.from('the bytes'));
    const results = await Promise.all([file, file, file].map(({ served }) => cache.read(served)));
    results.push(await cache.read(file.served));
    expect(results.map(String)).toEqual(Array(4).fill('the bytes'));
    expect(file.reads).toBe(1);
  });

  it('is keyed by blob key', async () => {
    const cache = new FileCache(MIB);
    await cache.read(aFile('a', Buffer.from('one')).served);
    expect(String(await cache.read(aFile('b', Buffer.from('two')).served))).toBe('two');
  });

  it('evicts the least recently used files beyond its capacity', async () => {
    const cache = new FileCache(100);
    const [a, b, c] = ['a', 'b', 'c'].map((key) => aFile(key, Buffer.alloc(40))) as [
      Counted,
      Counted,
      Counted,
    ];
    for (const { served } of [a, b, a, c, a, b]) await cache.read(served);
    expect([a.reads, b.reads, c.reads]).toEqual([1, 2, 1]);
  });

  it('returns files of up to 1 MiB, and undefined for larger ones', async () => {
    const cache = new FileCache(10 * MIB);
    expect(await cache.read(aFile('a', Buffer.alloc(MIB + 1)).served)).toBeUndefined();
    expect(await cache.read(aFile('b', Buffer.alloc(MIB)).served)).toHaveLength(MIB);
  });

  it('is disabled with a capacity of 0', async () => {
    const file = aFile('a', Buffer.from('x'));
    expect(await new FileCache(0).read(file.served)).toBeUndefined();
    expect(file.reads).toBe(0);
  });

  it('rethrows read errors and does not cache them', async () => {
    const cache = new FileCache(MIB);
    const { served } = aFile('a', Buffer.from('ab'));
    await expect(cache.read({ ...served, read: () => Promise.reject(new Error('away')) })).rejects.toThrow(
      'away',
    );
    expect(String(await cache.read(served))).toBe('ab');
  });

  it('rejects a blob whose size differs from the catalog', async () => {
    const cache = new FileCache(MIB);
    for (const size of [2, 4])
      await expect(cache.read(aFile('a', Buffer.from('abc'), size).served)).rejects.toThrow(
        'has 3 bytes instead of',
      );
  });
});
