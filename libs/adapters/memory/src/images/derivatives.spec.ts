import { expect, it } from '@jest/globals';
import { DerivativeLimits } from '@cairn/images';
import { Derivatives, type BlobStore } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import { sabotaged } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';

type Area = ReturnType<BlobStore['area']>;

const SIZE = 900;

/** Derivatives over an area with overridden methods. */
function opened(change: (area: Area) => Partial<Area>, budgetInBytes = 10_000) {
  const store = new MemoryBlobStore(new ManualClock(1));
  const area = sabotaged(store.area('derivatives'), change(store.area('derivatives')));
  const blobs = sabotaged<BlobStore>(store, {
    area: (name) => (name === 'derivatives' ? area : store.area(name)),
    stage: (source, limit) => store.stage(source, limit),
  });
  const derivatives = new Derivatives({ blobs, limits: new DerivativeLimits(budgetInBytes) });
  const keep = (key: string): Promise<boolean> => derivatives.keep(key, new Uint8Array(SIZE), 'image/webp');
  return { derivatives, keep };
}

/** Runs `work` once during a listing, after the store has returned a page. */
function whileListed(work: () => Promise<unknown>): (area: Area) => Partial<Area> {
  let isDone = false;
  return (area) => ({
    list: async (limit, after) => {
      const page = await area.list(limit, after);
      if (!isDone) {
        isDone = true;
        await work();
      }
      return page;
    },
  });
}

it('counts what is kept while an eviction lists what is stored', async () => {
  const { derivatives, keep } = opened(whileListed(() => keep('late')));
  await keep('early');
  expect(await derivatives.evict()).toEqual({ kept: 2, keptBytes: 2 * SIZE, evicted: 0 });
});

it('does not count what is removed while an eviction lists what is stored', async () => {
  const { derivatives, keep } = opened(whileListed(() => derivatives.removeAll('gone')));
  await keep('gone8');
  await keep('early');
  expect(await derivatives.evict()).toEqual({ kept: 1, keptBytes: SIZE, evicted: 0 });
});

it('forgets nothing when it is stopped before all that is stored is listed', async () => {
  const signal = { aborted: false };
  const { derivatives, keep } = opened((area) => ({
    list: async () => {
      signal.aborted = true;
      const [one] = await area.list(1, undefined);
      if (one === undefined) return [];
      return Array.from({ length: 1_000 }, () => one); // a full page: others may follow
    },
  }));
  await keep('a');
  await keep('b');
  expect(await derivatives.evict({ signal })).toEqual({ kept: 2, keptBytes: 2 * SIZE, evicted: 0 });
});

it('keeps a finished image although one that is to make room for it cannot be removed', async () => {
  const { derivatives, keep } = opened(
    (area) => ({
      delete: async (key) => {
        if (key === 'stuck') throw new StorageUnavailable('it cannot be removed');
        await area.delete(key);
      },
    }),
    3 * SIZE,
  );
  for (const key of ['stuck', 'b', 'c', 'd']) expect(await keep(key)).toBe(true);
  await expect(derivatives.evict()).resolves.toMatchObject({ kept: 2 });
  expect(await derivatives.isStored('stuck')).toBe(true);
});
