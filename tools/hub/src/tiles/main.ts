import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { datasets, download } from '@cairn/harness';
import { openStore, storeKinds } from '../real-data/stores.js';
import { type Drawn, faultsOf } from './check-tiles.js';
import { readSource, type SourceFeature } from './source-features.js';
import type { TilePlace } from './tile-place.js';
import { LOW_TILES, lowOf, sampleTiles } from './tile-sample.js';
import { fileOf, type ServedTiles, stopwatch, tilesOf } from './tiles-of-store.js';

/**
 * Draws tiles of public geodata from npm packages on each kind of store: are they valid, do they show what they should,
 * do neighbours agree, and are they the same on every store? `--stores memory,sqlite` and `--data cities.json` run a part
 * of it. All tiles of the zooms 0 to 4 are looked at, or some of them where the data is large; `--low` says how many at most,
 * `--tiles` how many of each higher zoom, `--seed` which ones; packages are kept in the folder `--packages`.
 */
const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: storeKinds.join(',') },
    data: { type: 'string', default: datasets.map(({ name }) => name).join(',') },
    tiles: { type: 'string', default: '4' },
    low: { type: 'string' },
    seed: { type: 'string', default: '0' },
    packages: { type: 'string' },
  },
});
/** Data with more vertices is drawn slowly where much of it is in a tile, so that only some low tiles are. */
const LARGE_DATA = 2_000_000;
const LOW_OF_LARGE_DATA = 30;

const work = await mkdtemp(join(tmpdir(), 'cairn-hub-tiles-'));
let count = 0;
try {
  for (const dataset of datasets.filter(({ name }) => values.data.split(',').includes(name))) {
    const packages = values.packages ?? join(work, 'packages');
    const file = join(work, 'features.ndjson');
    const features = await readSource(
      await dataset.toGeoJson(await download(dataset.package, packages)),
      file,
    );
    const low = Number(values.low ?? (verticesOf(features) > LARGE_DATA ? LOW_OF_LARGE_DATA : LOW_TILES));
    const tiles = sampleTiles(features, { perZoom: Number(values.tiles), low, seed: Number(values.seed) });
    tell(`${dataset.name}: sampled ${lowOf(tiles)} of ${LOW_TILES} tiles of z0–z4, ${tiles.length} in all`);
    const keptIn = await mkdtemp(join(work, 'drawn'));
    const served = await onEachStore({ name: dataset.name, file, tiles, keptIn });
    const read = (tile: TilePlace): Promise<Uint8Array> => readFile(fileOf(keptIn, tile));
    const faults = served.size === 0 ? ['no store'] : await allFaults({ features, tiles, served, read });
    await rm(keptIn, { recursive: true });
    for (const [store, all] of served) tell(`${dataset.name}, ${store}: ${timesOf(all)}`);
    const [first] = served.values();
    const omitted = [...(first?.values() ?? [])].filter((tile) => tile.omitted > 0).length;
    tell(`${dataset.name}: ${tiles.length} tiles, ${omitted} of them thinned; ${faults.length} faults`);
    for (const fault of faults) tell(`  ${fault}`);
    count += faults.length;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exitCode = count === 0 ? 0 : 1;

async function onEachStore({
  name,
  file,
  tiles,
  keptIn,
}: {
  readonly name: string;
  readonly file: string;
  readonly tiles: readonly TilePlace[];
  /** Gets the tiles of the first store, with which those of the others are compared. */
  readonly keptIn: string;
}): Promise<ReadonlyMap<string, ServedTiles>> {
  const served = new Map<string, ServedTiles>();
  for (const kind of values.stores.split(',')) {
    const folder = await mkdtemp(join(work, kind));
    await mkdir(folder, { recursive: true });
    const store = await openStore(kind, folder);
    try {
      const isFirst = served.size === 0;
      const tellOf = (line: string): void => tell(`${name}, ${store.name}: ${line}`);
      const wanted = { file, tiles, keptIn: isFirst ? keptIn : undefined, tell: tellOf };
      served.set(store.name, await tilesOf(store, wanted));
    } finally {
      await store.close();
    }
  }
  return served;
}

/** Those of all tiles; tells how far it is. */
async function allFaults(drawn: Drawn): Promise<readonly string[]> {
  const lap = stopwatch();
  const found: string[] = [];
  let index = 0;
  for await (const faults of faultsOf(drawn)) {
    found.push(...faults);
    const { zoom } = drawn.tiles[index] ?? {};
    index += 1;
    if (drawn.tiles[index]?.zoom !== zoom) tell(`z${zoom} checked in ${lap()}`);
  }
  return found;
}

function verticesOf(features: readonly SourceFeature[]): number {
  let count = 0;
  for (const { paths } of features) for (const path of paths) count += path.length;
  return count;
}

function timesOf(all: ServedTiles): string {
  const slowest = [...all].sort(([, one], [, other]) => other.ms - one.ms).slice(0, 3);
  return `slowest ${slowest.map(([place, { ms, size }]) => `${place} ${Math.round(ms)} ms (${size} bytes)`).join(', ')}`;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
