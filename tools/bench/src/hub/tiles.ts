import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresServer } from '@cairn/services';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { compareLatencies, type OpenWorkload } from '../compare.js';
import { headersOf, RequestBytes } from '../load/http-request.js';
import type { Result } from '../result.js';
import { generatedBox } from './generated-features.js';
import { requestsOf, SPACE } from './requests.js';

const FEATURES = 200_000;
const TILES = 100;
const ZOOMS = [4, 6, 10];
const CLIENTS = 32;

/** Tiles that are drawn for each request, compared with `ST_AsMVT` on a PostgreSQL server beside. */
export const measureTiles: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const postgis = await PostgresServer.start();
    try {
      const file = await environment.writeFeatures(FEATURES);
      await environment.importLines(file);
      const { server, ports } = await environment.startCairn({ CAIRN_TILE_CACHE: '0' });
      const answer = await server.fetch(tilePaths(10)[0] ?? '', {
        headers: { 'Accept-Encoding': 'identity' },
      });
      const headers = headersOf(answer, ['content-length', 'transfer-encoding', 'etag']);
      const others = await environment.startBaseline('tile-baseline', [postgis.url, file, ...headers]);
      const results: Result[] = [];
      for (const zoom of ZOOMS) {
        const request = requestsOf(tilePaths(zoom));
        results.push(
          await compareLatencies(
            {
              name: `p50 of a tile of zoom ${zoom}, not cached`,
              by: 'p50Ms',
              bar: { atMost: 1 },
              cairn: { ports, request },
              baseline: { name: 'ST_AsMVT', ports: others, request },
            },
            { environment, rounds: options.rounds },
          ),
        );
      }
      return results;
    } finally {
      await postgis.stop();
    }
  });

/** Sending a tile that was drawn before, compared with sending the same bytes from memory. */
export const openTiles: OpenWorkload = async (environment) => {
  const { server, ports, path } = await startWithTile(environment);
  const answer = await server.fetch(path, { headers: { 'Accept-Encoding': 'gzip' } });
  const headers = headersOf(answer, ['content-length']);
  const file = join(environment.folder, 'tile.mvt');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const request = new RequestBytes({ method: 'GET', path });
  return {
    name: 'cached tiles',
    clients: CLIENTS,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      {
        name: 'send from memory',
        threshold: 0.5,
        ports: await environment.startBaseline('baseline', ['buffer', file, ...headers]),
        request,
      },
    ],
  };
};

/** Telling that a tile has not changed, compared with telling it without a lookup. */
export const openUnchangedTiles: OpenWorkload = async (environment) => {
  const { server, ports, path } = await startWithTile(environment);
  const { headers } = await server.fetch(path, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const given = headersOf(await server.fetch(path, { headers: validator }));
  const request = new RequestBytes({ method: 'GET', path, headers: validator });
  return {
    name: '304s of tiles',
    clients: CLIENTS,
    expectedStatus: 304,
    cairn: { ports, request },
    baselines: [
      {
        name: 'answer 304',
        threshold: 0.5,
        ports: await environment.startBaseline('baseline', ['not-modified', '.', ...given]),
        request,
      },
    ],
  };
};

async function startWithTile(environment: BenchEnvironment) {
  await environment.importLines(await environment.writeFeatures(FEATURES));
  return { ...(await environment.startCairn()), path: tilePaths(10)[0] ?? '' };
}

/** Addresses of tiles that have features. */
function tilePaths(zoom: number): readonly string[] {
  return Array.from({ length: TILES }, (_, index) => {
    const [west, south] = generatedBox(FEATURES, { columns: 1, rows: 1 }, index / TILES);
    const side = 2 ** zoom;
    const sine = Math.sin((south * Math.PI) / 180);
    const x = Math.floor((west / 360 + 0.5) * side);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
    return `/tiles/${SPACE}/${zoom}/${x}/${y}.mvt`;
  });
}
