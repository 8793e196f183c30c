import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { featuresOf, heavyFeature, roundFeature, smallFeature } from './heavy-features.js';
import type { HeavyClient, HeavyOperation } from './stalls.js';

const [HEAVY, MANY, ROUND] = ['heavy', 'many', 'round'].map((id) => `/hub/spaces/${id}`);

const HEAPS = Array.from({ length: 40 }, (_, index) => `h${index}`);

/** Fills the spaces that the reads read; what is loaded with the first upload is loaded. */
export async function fillSpaces(client: HeavyClient): Promise<void> {
  await client.send('/api/upload', { method: 'POST', body: uploadForm({ bytes: fixtures.png.bytes }) });
  for (const id of ['heavy', 'heaps', 'many', 'round', 'written']) await client.newSpace(id);
  const lines = 'application/x-ndjson';
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    await client.write('PUT', `${HEAVY}/features/${id}`, heavyFeature(id));
  const heavy = heavyFeature('');
  for (const id of HEAPS)
    await client.write('PUT', `/hub/spaces/heaps/features/${id}`, heavy.replace('"id":"",', ''));
  await client.write('POST', `${MANY}/features`, featuresOf(100_000, smallFeature).join('\n'), lines);
  await client.write('POST', `${ROUND}/features`, featuresOf(2_000, roundFeature).join('\n'), lines);
}

const get = (name: string, path: string): HeavyOperation => ({ name, run: (client) => client.send(path) });

/** Exports of which nobody reads more than a little at a time. */
const slowly = (name: string, path: string, count: number): HeavyOperation => ({
  name,
  run: async ({ server }) => {
    const { hostname, port } = new URL(server.address);
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n\r\n`);
      socket.once('readable', () => undefined);
    }
    for (let turn = 0; turn < 20; turn += 1) {
      for (const socket of sockets) socket.read();
      await sleep(100);
    }
    for (const socket of sockets) socket.destroy();
  },
});

const ring = (positions: number, reach: number): string => {
  const at = Array.from({ length: positions }, (_, index) => {
    const angle = (index / positions) * 2 * Math.PI;
    const radius = reach * (1 + 0.1 * Math.sin(60 * angle));
    return [radius * Math.cos(angle), (radius / 2) * Math.sin(angle)];
  });
  return JSON.stringify({ type: 'Polygon', coordinates: [[...at, at[0]]] });
};

const around = (name: string, path: string): HeavyOperation => ({
  name,
  run: (client) => client.write('POST', path, ring(11_990, 100)),
});

const WORLD = 'west=-180&south=-85&east=180&north=85';

/** Every form of a read of features. */
export const heavyReads: readonly HeavyOperation[] = [
  get('one feature of 10 MiB', `${HEAVY}/features/a`),
  get('the same, selection=p.m1', `${HEAVY}/features/a?selection=p.m1`),
  get('the same, selection=!geometry', `${HEAVY}/features/a?selection=!geometry`),
  get('the same, force2D', `${HEAVY}/features/a?force2D=true`),
  get('40 features of 10 MiB by id', `/hub/spaces/heaps/features?id=${HEAPS.join(',')}`),
  get('5 features of 10 MiB by id, selection', `${HEAVY}/features?id=a,b,c,d,e&selection=p.m1,p.m2`),
  get('search of 5 features of 10 MiB', `${HEAVY}/search`),
  get('the same, force2D', `${HEAVY}/search?force2D=true`),
  get('the same, clipped to a box', `${HEAVY}/bbox?west=-90&south=-40&east=90&north=40&clip=true`),
  get('search of 100,000 features', `${MANY}/search?limit=100000`),
  get('the same, selection', `${MANY}/search?limit=100000&selection=p.name,p.height`),
  get('the same, force2D', `${MANY}/search?limit=100000&force2D=true`),
  get('the same, sorted', `${MANY}/search?limit=100000&sort=p.height:desc,p.name`),
  get('the same, filtered', `${MANY}/search?limit=100000&p.height>=10&p.kind=@>kind`),
  get('iterate 100,000 features, selection', `${MANY}/iterate?limit=100000&selection=p.name`),
  get('bbox of 100,000 features', `${MANY}/bbox?${WORLD}&limit=100000`),
  get(
    'bbox of 2,000 polygons, clipped',
    `${ROUND}/bbox?west=-100&south=-50&east=100&north=50&clip=true&limit=2000`,
  ),
  get('tile of 2,000 polygons, clipped', `${ROUND}/tile/web/0_0_0?clip=true&limit=2000`),
  ...['hexbin', 'quadbin'].flatMap((kind) => [
    get(`bbox, ${kind}`, `${MANY}/bbox?${WORLD}&clustering=${kind}&clustering.property=p.height`),
    get(
      `bbox of polygons, ${kind} by area`,
      `${ROUND}/bbox?${WORLD}&clustering=${kind}&clustering.weighting=area`,
    ),
    get(`tile, ${kind}`, `${MANY}/tile/web/1_0_0?clustering=${kind}`),
    get(`vector tile, ${kind}`, `/tiles/many/0/0/0.mvt?clustering=${kind}&p.height>=1`),
  ]),
  get('1,000 nearest features', `${MANY}/spatial?lat=10&lon=10&nearest=1000`),
  around('spatial by 12,000 positions', `${MANY}/spatial?limit=100000`),
  around('the same, of 2,000 polygons', `${ROUND}/spatial?limit=100000`),
  around('the same, with distance', `${MANY}/spatial?limit=2000&distance=true&radius=1000000`),
  around('the same, clipped', `${ROUND}/spatial?limit=20&clip=true`),
  get('spatial by a feature of 10 MiB', `${MANY}/spatial?refSpaceId=heavy&refFeatureId=a&radius=1000`),
  get('count', `${MANY}/count?p.height>=10`),
  get('statistics', `${MANY}/statistics`),
  get('statistics of all features', `${MANY}/statistics?p.height>=10`),
  get('statistics of values', `${MANY}/statistics?groupBy=p.name&top=1000&histogram=p.height&bins=1000`),
  get('statistics of times', `${MANY}/statistics?timeBuckets=p.built&interval=month`),
  ...['geojson', 'geojson-seq', 'ndjson', 'csv'].flatMap((format) => [
    get(`export of 100,000 features, ${format}`, `${MANY}/export?f=${format}`),
    get(`export of 5 features of 10 MiB, ${format}`, `${HEAVY}/export?f=${format}`),
  ]),
  slowly('60 CSV exports to slow readers', '/hub/spaces/many/export?f=csv', 60),
  slowly('60 NDJSON exports to slow readers', '/hub/spaces/many/export?f=ndjson', 60),
  get('vector tile of 100,000 points', '/tiles/many/0/0/0.mvt'),
  get('vector tile of 2,000 polygons', '/tiles/round/0/0/0.mvt'),
  get('vector tile of a line of 100,000 positions', '/tiles/heavy/0/0/0.mvt'),
  get('TileJSON', '/tiles/many.json'),
  get('style of a map', '/styles/many.json'),
  {
    name: 'archive of tiles, made and read',
    run: async (client) => {
      await client.send('/tiles/many.pmtiles?maxzoom=3', { method: 'POST' });
      await client.send('/tiles/many.pmtiles');
    },
  },
];
