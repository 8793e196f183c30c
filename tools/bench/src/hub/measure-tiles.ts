import { PostgresServer } from '@cairn/services';
import { BenchEnvironment } from '../bench-environment.js';
import { generatedBox } from '../features/generated-features.js';
import { headersOf } from '../workloads/headers.js';
import { compareLatencies, type LatencyComparison } from './compare-latencies.js';
import type { HubOptions } from './hub-options.js';
import type { HubResult } from './hub-result.js';
import { requestsOf, SPACE } from './hub-requests.js';

const FEATURES = 200_000;
const TILES = 100;
const ZOOMS = [4, 6, 10];

/** Tiles that are drawn for each request, compared with `ST_AsMVT` on a PostgreSQL server beside. */
export async function measureTiles(options: HubOptions): Promise<readonly HubResult[]> {
  const environment = await BenchEnvironment.open(options);
  const postgis = await PostgresServer.start();
  try {
    const file = await environment.writeFeatures(FEATURES);
    await environment.importLines(file);
    const cairn = await environment.startCairn({ CAIRN_TILE_CACHE: '0' });
    const answer = await cairn.fetch(tilePaths(10)[0] ?? '', { headers: { 'Accept-Encoding': 'identity' } });
    const headers = headersOf(answer, ['content-length', 'transfer-encoding', 'etag']);
    const ports = await environment.startBaseline('tile-baseline', [postgis.url, file, ...headers]);
    const results: HubResult[] = [];
    for (const zoom of ZOOMS) {
      const startedAt = Date.now();
      const request = requestsOf(tilePaths(zoom));
      const comparison: LatencyComparison = {
        ...{ name: `p50 of a tile of zoom ${zoom}, not cached`, by: 'p50Ms', bar: { atMost: 1 } },
        cairn: { ports: cairn.ports, request },
        baseline: { name: 'ST_AsMVT', ports, request },
      };
      const result = await compareLatencies(comparison, options.rounds);
      results.push({ ...result, blockedMs: environment.longestBlockMs(startedAt) });
    }
    return results;
  } finally {
    await environment.close();
    await postgis.stop();
  }
}

/** Addresses of tiles that have features. */
export function tilePaths(zoom: number): readonly string[] {
  return Array.from({ length: TILES }, (_, index) => {
    const [west, south] = generatedBox(FEATURES, { columns: 1, rows: 1 }, index / TILES);
    const side = 2 ** zoom;
    const sine = Math.sin((south * Math.PI) / 180);
    const x = Math.floor((west / 360 + 0.5) * side);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
    return `/tiles/${SPACE}/${zoom}/${x}/${y}.mvt`;
  });
}
