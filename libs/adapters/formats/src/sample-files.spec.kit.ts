import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat, WrittenFormat } from '@cairn/spaces';
import { writeXlsx } from 'hucre/xlsx';
import { type SamplePoint, shapefileZip } from './shapefile-zip.spec.kit.js';
import { writeFeatures, writtenPath } from './writing/written.js';

/** A file of this format with these points. */
export async function fileOf(
  format: FileFormat,
  points: readonly SamplePoint[],
): Promise<Uint8Array | string> {
  switch (format) {
    case 'geojson':
      return JSON.stringify({ type: 'FeatureCollection', features: points.map(featureOf) });
    case 'topojson':
      return topology(points);
    case 'csv':
      return ['name;number;lon;lat', ...points.map(csvLine)].join('\r\n');
    case 'xlsx':
      return await workbook(points);
    case 'shapefile':
      return shapefileZip(points);
    default:
      return await writtenBytes(format, points.map(featureOf));
  }
}

const featureOf = ({ name, number, position }: SamplePoint): object => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: position },
  properties: { name, number },
});

function topology(points: readonly SamplePoint[]): string {
  const geometries = points.map(({ name, number, position }) => ({
    type: 'Point',
    coordinates: position,
    properties: { name, number },
  }));
  return JSON.stringify({
    type: 'Topology',
    arcs: [],
    objects: { points: { type: 'GeometryCollection', geometries } },
  });
}

const csvLine = ({ name, number, position: [x, y] }: SamplePoint): string =>
  [`"${name.replaceAll('"', '""')}"`, number, x, y].join(';');

async function workbook(points: readonly SamplePoint[]): Promise<Uint8Array> {
  const rows = points.map(({ name, number, position: [x, y] }) => [name, number, x, y]);
  return await writeXlsx({ sheets: [{ name: 'Points', rows: [['name', 'number', 'lon', 'lat'], ...rows] }] });
}

/** The bytes of a file of this format with these features. */
export async function writtenBytes(format: WrittenFormat, features: readonly object[]): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-sample-'));
  async function* lines(): AsyncGenerator<string> {
    for (const feature of features) yield JSON.stringify(feature);
  }
  try {
    await writeFeatures(lines(), { format, title: 'Points', folder });
    return await readFile(writtenPath(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}
