import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const OGR2OGR = '/usr/bin/ogr2ogr'; // tools/services/install.sh installs it

interface Feature {
  readonly type: 'Feature';
  readonly id?: string | number;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Readonly<Record<string, unknown>>;
}

const feature = (
  id: string,
  type: string,
  coordinates: unknown,
  properties: Feature['properties'],
): Feature => ({ type: 'Feature', id, geometry: { type, coordinates }, properties });

const hut = feature('hut', 'Point', [8.5, 46.5], {
  name: 'Hütte 東京',
  beds: 12,
  height: 2105.5,
  open: true,
});
const way = feature('way', 'LineString', [[8.4, 46.4], [8.5, 46.6], [8.6, 46.5]], { name: 'Ridge way', beds: -3 }); // prettier-ignore
const park = feature('park', 'Polygon', [
  [[8.3, 46.3], [8.7, 46.3], [8.7, 46.7], [8.3, 46.7], [8.3, 46.3]],
  [[8.45, 46.45], [8.45, 46.55], [8.55, 46.55], [8.55, 46.45], [8.45, 46.45]],
], { name: 'Park', open: false }); // prettier-ignore
const features = [hut, way, park];

/** All features lie within it. */
const TILE = { z: 5, x: 16, y: 11 };
/** The width of the grid of the tile, in degrees. */
const UNIT = 360 / 2 ** TILE.z / 4096;

describe('GDAL reads tiles as they are served', () => {
  let server: ServerProcess;
  let folder: string;

  beforeAll(async () => {
    [server, folder] = await Promise.all([
      ServerProcess.start({ env: IN_MEMORY }),
      mkdtemp(join(tmpdir(), 'cairn-gdal-')),
    ]);
  });
  afterAll(async () => {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch(path, { method, headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 200]);
  };

  it('with their layer, attributes of each type, and geometries within a unit of the grid', async () => {
    await send('POST', '/hub/spaces', { id: 'park', title: 'Park' });
    await send('PUT', '/hub/spaces/park/features', { type: 'FeatureCollection', features });
    const { z, x, y } = TILE;
    const response = await server.fetch(`/tiles/park/${z}/${x}/${y}.mvt`);
    expect(response.status).toBe(200);
    const file = join(folder, String(z), String(x), `${y}.mvt`); // GDAL takes the place from the path
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await promisify(execFile)(OGR2OGR, [
      '-f',
      'GeoJSON',
      '-lco',
      'RFC7946=YES',
      '-lco',
      'COORDINATE_PRECISION=9',
      '/vsistdout/',
      `MVT:${file}`,
    ]);
    const read = JSON.parse(stdout) as { readonly name: string; readonly features: readonly Feature[] };
    expect(read.name).toBe('park');
    expect(read.features).toHaveLength(features.length);
    for (const { id, geometry, properties } of features) {
      const found = read.features.find((each) => each.properties['id'] === id);
      expect(found?.properties).toMatchObject(properties);
      const [given, drawn] = [positionsIn(geometry.coordinates), positionsIn(found?.geometry.coordinates)];
      expect([id, drawn.length]).toEqual([id, given.length]);
      for (const position of given)
        expect([id, Math.min(...drawn.map((other) => distance(position, other))) < UNIT]).toEqual([id, true]);
    }
  });
});

type Position = readonly [longitude: number, latitude: number];

function positionsIn(coordinates: unknown): readonly Position[] {
  if (!Array.isArray(coordinates)) return [];
  const [first, second] = coordinates as readonly unknown[];
  if (typeof first === 'number' && typeof second === 'number') return [[first, second]];
  return coordinates.flatMap(positionsIn);
}

const distance = ([west, south]: Position, [east, north]: Position): number =>
  Math.max(Math.abs(west - east), Math.abs(south - north));
