import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tileFaults } from '@cairn/geometry';
import { datasets } from '../real-data/datasets.js';
import { download } from '../real-data/download.js';
import { openStore, storeKinds } from '../real-data/stores.js';
import { seamFaults } from './check-seam.js';
import { shapeFaults } from './check-shapes.js';
import { decodeTile } from './decoded-tile.js';
import { readSource, type SourceFeature } from './source-features.js';
import { pathOf, type TilePlace } from './tile-place.js';
import { sampleTiles } from './tile-sample.js';
import { type ServedTiles, tilesOf } from './tiles-of-store.js';

/**
 * Draws tiles of public geodata from npm packages on each kind of store: are they valid, do they show what they should,
 * do neighbours agree, and are they the same on every store? `--stores memory,sqlite` and `--data cities.json` run a part
 * of it. All tiles of the zooms 0 to 4 are looked at; `--tiles` says how many of each higher zoom, `--seed` which ones; packages are kept in the folder `--packages`.
 */
const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: storeKinds.join(',') },
    data: { type: 'string', default: datasets.map(({ name }) => name).join(',') },
    tiles: { type: 'string', default: '4' },
    seed: { type: 'string', default: '0' },
    packages: { type: 'string' },
  },
});
/** Beside the features themselves a tile has its names and its grid. */
const MAX_BYTES = 1024 * 1024;

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
    const tiles = sampleTiles(features, { perZoom: Number(values.tiles), seed: Number(values.seed) });
    const served = await onEachStore({ file, tiles });
    const faults = [...served].length === 0 ? ['no store'] : faultsOf(served, { features, tiles });
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

async function onEachStore(given: {
  readonly file: string;
  readonly tiles: readonly TilePlace[];
}): Promise<ReadonlyMap<string, ServedTiles>> {
  const served = new Map<string, ServedTiles>();
  for (const kind of values.stores.split(',')) {
    const folder = await mkdtemp(join(work, kind));
    await mkdir(folder, { recursive: true });
    const store = await openStore(kind, folder);
    try {
      served.set(store.name, await tilesOf(store, given));
    } finally {
      await store.close();
    }
  }
  return served;
}

function faultsOf(
  served: ReadonlyMap<string, ServedTiles>,
  { features, tiles }: { readonly features: readonly SourceFeature[]; readonly tiles: readonly TilePlace[] },
): readonly string[] {
  const [[, first] = [], ...others] = served;
  return tiles.flatMap((tile) => {
    const place = pathOf(tile);
    const { bytes = new Uint8Array(), omitted = 0 } = first?.get(place) ?? {};
    const decoded = decodeTile(bytes);
    const east = first?.get(pathOf({ ...tile, x: tile.x + 1 }));
    const isWhole = omitted === 0;
    return [
      ...(bytes.length > MAX_BYTES ? [`has ${bytes.length} bytes`] : []),
      ...tileFaults(bytes),
      ...others.flatMap(([store, all]) =>
        Buffer.compare(all.get(place)?.bytes ?? Buffer.alloc(0), bytes) === 0
          ? []
          : [`is another one on ${store}`],
      ),
      ...(isWhole ? shapeFaults(decoded, { features, tile }) : []),
      ...(isWhole && east?.omitted === 0 ? seamFaults(decoded, decodeTile(east.bytes)) : []),
    ].map((fault) => `${place}: ${fault}`);
  });
}

function timesOf(all: ServedTiles): string {
  const slowest = [...all].sort(([, one], [, other]) => other.ms - one.ms).slice(0, 3);
  return `slowest ${slowest.map(([place, { ms, bytes }]) => `${place} ${Math.round(ms)} ms (${bytes.length} bytes)`).join(', ')}`;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
