import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerProcess } from '@cairn/harness';
import { countConverted } from './gdal.js';

/** Formats of exports, with what is in front of their files for GDAL, which else would have to guess. */
const formats = [
  { f: 'geojson', extension: 'geojson', driver: 'GeoJSON:' },
  { f: 'geojson-seq', extension: 'geojsons', driver: 'GeoJSONSeq:' },
  { f: 'csv', extension: 'csv', driver: '' },
] as const;

/** How many features ogr2ogr finds in what the space `id` exports, by format; `folder` takes the files. */
export async function countExports(
  server: ServerProcess,
  { id, folder }: { readonly id: string; readonly folder: string },
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { f, extension, driver } of formats) {
    const file = join(folder, `${id}.${extension}`);
    const { ok, status, body } = await server.fetch(`/hub/spaces/${id}/export?f=${f}`);
    if (!ok || body === null) throw new Error(`An export was answered with ${status}.`);
    await pipeline(Readable.fromWeb(body), createWriteStream(file));
    counts.push(await countConverted(`${driver}${file}`));
  }
  return counts;
}
