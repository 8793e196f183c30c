import { join } from 'node:path';
import { openSqlite } from '@cairn/adapter-typeorm';
import type { Image, ImageDescription } from '@cairn/images';
import { percentile, Random } from '@cairn/harness';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { resultOf, type Result } from '../result.js';

const IMAGES = 100_000;
const FEW = 5_000;
const AT_ONCE = 500;
const CALLS = 300;
const OWNER = 'bench';
/** Every fiftieth is like the one before it, and as many have hardly any structure. */
const EVERY = 50;
const GROUPS = 20;
/** What was measured in bare SQL before this was written. */
const REFERENCE_MS = 0.7;
const AIM_MS = 50;

const at = (number: number): string => number.toString().padStart(22, '0');

function image(number: number, description?: ImageDescription): Image {
  const file = {
    contentType: 'image/jpeg',
    width: 4_000,
    height: 3_000,
    frames: 1,
    orientation: 1,
    blobKey: at(number),
    sizeInBytes: 3_000_000,
    sha256: number.toString(16).padStart(64, '0'),
  } as const;
  return {
    id: at(number),
    owner: OWNER,
    path: `year-${number % 20}`,
    fileName: `photo-${number}.jpg`,
    tags: [],
    visibility: 'private',
    file,
    createdAt: 1_600_000_000_000 + number * 1_000,
    updatedAt: 1_600_000_000_000 + number * 1_000,
    ...(description && { description }),
  };
}

/** Makes descriptions with hashes, of which some are like others. */
class Descriptions {
  private readonly random = new Random(52);
  private last: readonly [hash: string, dct: string] = ['0f0f0f0f0f0f0f0f', '3333333333333333'];

  next(number: number): ImageDescription {
    const kind = number % EVERY;
    if (kind === 0) return descriptionOf('0000000000000003', this.hash());
    if (kind === 1) return descriptionOf(this.last[0].replace(/^./, '7'), this.last[1]);
    this.last = [this.hash(), this.hash()];
    return descriptionOf(...this.last);
  }

  private hash(): string {
    return Array.from({ length: 16 }, () => this.random.below(16).toString(16)).join('');
  }
}

function descriptionOf(perceptualHash: string, dctHash: string): ImageDescription {
  const appearance = {
    color: '#102030',
    thumbhash: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA',
    perceptualHash,
    dctHash,
  };
  return { uploadSha256: 'ab'.repeat(32), removed: [], appearance };
}

/** Comparing one image with all of an account on SQLite, and the first page of groups. */
export const measureLookAlikes: Measure = async (options) =>
  await BenchEnvironment.use(options, async ({ folder }) => {
    const store = await openSqlite({ file: join(folder, 'look-alikes.db') });
    try {
      const { catalog, lookAlikes } = store.repositories;
      const [descriptions, count] = [new Descriptions(), options.short ? FEW : IMAGES];
      for (let start = 0; start < count; start += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, offset) =>
            catalog.add(image(start + offset, descriptions.next(start + offset)), 2 * IMAGES),
          ),
        );
      const ids = Array.from({ length: CALLS }, (_, offset) => count + offset);
      for (const id of ids) await catalog.add(image(id), 2 * IMAGES);
      const described = await timesOf(ids, (id) =>
        catalog.describe(
          { owner: OWNER, id: at(id), file: {} },
          { ...descriptions.next(2), appearance: 'unknown' },
        ),
      );
      const compared = await timesOf(ids, (id) =>
        catalog.describe({ owner: OWNER, id: at(id), file: {} }, descriptions.next(2)),
      );
      const listed = await timesOf(ids, () => lookAlikes.list(OWNER, { limit: GROUPS }));
      const of = `of ${count.toLocaleString('en')}`;
      return [
        result(`describing an image ${of}, which compares it`, compared, {
          baseline: 'without a comparison',
          ms: percentile(described, 50),
        }),
        result('the same, beside the comparison alone', compared, {
          baseline: 'in bare SQL (reference)',
          ms: REFERENCE_MS,
        }),
        result(`first ${GROUPS} groups ${of}`, listed, { baseline: 'the aim for the p99', ms: AIM_MS }),
      ];
    } finally {
      await store.close();
    }
  });

/** In milliseconds, of one after the other. */
export async function timesOf<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const item of items) {
    const start = performance.now();
    await act(item);
    times.push(performance.now() - start);
  }
  return times;
}

function result(
  name: string,
  times: readonly number[],
  { baseline, ms }: { readonly baseline: string; readonly ms: number },
): Result {
  const latency = { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99) };
  return resultOf([{ cairn: latency.p50Ms, baseline: ms }], { name, unit: 'ms', baseline, latency });
}
