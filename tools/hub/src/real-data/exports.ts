import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Application } from '@cairn/composition';
import type { ServerProcess } from '@cairn/harness';
import { ANONYMOUS, ExportFeatures, ownerCaller, type FeatureExport } from '@cairn/spaces';
import { countConverted } from './gdal.js';

interface Format {
  /** As the query of the operation names it. */
  readonly f: string;
  readonly format: FeatureExport['format'];
  readonly extension: string;
  /** In front of the file for GDAL, which else would have to guess. */
  readonly driver?: string;
}

const formats: readonly Format[] = [
  { f: 'geojson', format: 'geojson', extension: 'geojson', driver: 'GeoJSON:' },
  { f: 'geojson-seq', format: 'geojson-seq', extension: 'geojsons', driver: 'GeoJSONSeq:' },
  { f: 'csv', format: { kind: 'csv' }, extension: 'csv' },
];

/** How many features ogr2ogr finds in what the space `id` exports, by format; `folder` takes the files. */
export async function countExports(
  source: ServerProcess | Application,
  { id, folder }: { readonly id: string; readonly folder: string },
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { f, format, extension, driver = '' } of formats) {
    const file = join(folder, `${id}.${extension}`);
    await pipeline(
      'get' in source ? await textsOf(source, { id, format }) : await bytesOf(source, { id, f }),
      createWriteStream(file),
    );
    counts.push(await countConverted(`${driver}${file}`));
  }
  return counts;
}

async function textsOf(
  application: Application,
  { id, format }: { readonly id: string; readonly format: FeatureExport['format'] },
): Promise<AsyncIterable<string>> {
  return await application.get(ExportFeatures).execute(ownerCaller({ owner: ANONYMOUS }), id, { format });
}

async function bytesOf(
  server: ServerProcess,
  { id, f }: { readonly id: string; readonly f: string },
): Promise<Readable> {
  const { ok, status, body } = await server.fetch(`/hub/spaces/${id}/export?f=${f}`);
  if (!ok || body === null) throw new Error(`An export was answered with ${status}.`);
  return Readable.fromWeb(body);
}
