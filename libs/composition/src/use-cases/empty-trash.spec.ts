import {
  ManualClock,
  MemoryAlbumRepository,
  MemoryCatalogRepository,
  MemoryOutbox,
  MemoryTrash,
} from '@cairn/adapter-memory';
import { CatalogRules } from '@cairn/images';
import type { Trash } from '@cairn/kernel';
import { FeatureRules } from '@cairn/spaces';
import { anImage, sabotaged } from '@cairn/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import { EmptyTrash } from './empty-trash.js';

const STEP = 200;
const QUOTA = 50;

let trash: MemoryTrash;
let catalog: MemoryCatalogRepository;
let steps: number[];
let emptyTrash: EmptyTrash;

beforeEach(() => {
  const outbox = new MemoryOutbox();
  trash = new MemoryTrash({ outbox });
  catalog = new MemoryCatalogRepository(outbox, trash);
  new MemoryAlbumRepository(catalog, outbox);
  steps = [];
  const counted = sabotaged<Trash>(trash, {
    purgeExcess: async (...asked) => {
      const purged = await trash.purgeExcess(...asked);
      steps.push(purged);
      return purged;
    },
  });
  const images = new CatalogRules({ imageQuota: QUOTA });
  emptyTrash = new EmptyTrash({
    trash: counted,
    clock: new ManualClock(0),
    images,
    features: new FeatureRules(),
  });
});

async function deleteImages(owner: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const image = anImage({ owner });
    await catalog.add(image, Infinity);
    const times = { deletedAt: number, expiresAt: Number.MAX_SAFE_INTEGER };
    await catalog.remove(owner, image.id, { deletion: image.id, countsBytes: true, ...times });
  }
}

const left = async (owner: string): Promise<number> =>
  (await trash.list(owner, {}, { limit: 1_000 })).items.length;

it('leaves every owner what the bounds allow, in steps', async () => {
  await deleteImages('alice', QUOTA + 2 * STEP + 1);
  await deleteImages('bob', QUOTA + 1);
  await deleteImages('carol', QUOTA);
  const told: number[] = [];
  const options = { signal: { aborted: false }, purged: (entries: number) => told.push(entries) };
  expect(await emptyTrash.shrink(options)).toBe(2 * STEP + 2);
  expect(steps).toEqual([STEP, STEP, 1, 1]);
  expect(told.at(-1)).toBe(2 * STEP + 2);
  expect([await left('alice'), await left('bob'), await left('carol')]).toEqual([QUOTA, QUOTA, QUOTA]);
  expect(await emptyTrash.shrink(options)).toBe(0);
});

it('ends between two steps, and goes on the next time', async () => {
  await deleteImages('alice', QUOTA + STEP + 1);
  const signal = { aborted: false };
  const purged = (): void => void (signal.aborted = true);
  expect(await emptyTrash.shrink({ signal, purged })).toBe(STEP);
  expect(await emptyTrash.shrink({ signal: { aborted: false }, purged: () => undefined })).toBe(1);
  expect(await left('alice')).toBe(QUOTA);
});
