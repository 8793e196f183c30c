import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerProcess, untilHot } from '@cairn/harness';
import { PostgresServer } from '@cairn/services';
import { BenchEnvironment, type Measure, NOT_HOT } from '../bench-environment.js';
import { compareLatencies, type OpenWorkload } from '../compare.js';
import { headersOf, RequestBytes } from '../load/http-request.js';
import type { Result } from '../result.js';
import { generatedBox } from './generated-features.js';
import { requestsOf, SPACE } from './requests.js';

const FEATURES = 200_000;
const TILES = 100;
const ZOOMS = [4, 6, 10];
const CLIENTS = 32;
const UNCACHED = { CAIRN_TILE_CACHE: '0' };

/**
 * Tiles that are drawn for each request, of a space that is in memory. Compared with those of a server that has no space
 * in memory, and, where PostGIS is installed, with `ST_AsMVT` on a PostgreSQL server beside.
 */
export const measureTiles: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) =>
    BenchEnvironment.use(options, async (cold) => {
      const file = await environment.writeFeatures(FEATURES);
      for (const each of [environment, cold]) await each.importLines(file);
      const { server, ports } = await environment.startCairn(UNCACHED);
      const coldServer = await cold.startCairn({ ...UNCACHED, ...NOT_HOT });
      await untilHot(server, [SPACE]);
      const others = [
        { name: 'cold', ports: coldServer.ports, atMost: 1 },
        ...(await openPostgis(environment, server, file)),
      ];
      const results: Result[] = [];
      for (const zoom of ZOOMS)
        for (const { name, ports: ofOther, atMost } of others) {
          const request = requestsOf(tilePaths(zoom));
          results.push(
            await compareLatencies(
              {
                name: `p50 of a tile of zoom ${zoom}, not cached`,
                by: 'p50Ms',
                bar: { atMost },
                cairn: { ports, request },
                baseline: { name, ports: ofOther, request },
              },
              { environment, rounds: options.rounds },
            ),
          );
        }
      return results;
    }),
  );

interface OtherTiles {
  readonly name: string;
  readonly ports: readonly number[];
  /** How many times as long Cairn may take. */
  readonly atMost: number;
}

/** An empty list where PostGIS is not installed, which is told on standard error. */
async function openPostgis(
  environment: BenchEnvironment,
  server: ServerProcess,
  file: string,
): Promise<readonly OtherTiles[]> {
  const postgis = await PostgresServer.start();
  environment.onClose(() => postgis.stop());
  const answer = await server.fetch(tilePaths(10)[0] ?? '', { headers: { 'Accept-Encoding': 'identity' } });
  const headers = headersOf(answer, ['content-length', 'transfer-encoding', 'etag']);
  try {
    const ports = await environment.startBaseline('tile-baseline', [postgis.url, file, ...headers]);
    return [{ name: 'ST_AsMVT', ports, atMost: 1.5 }];
  } catch (error) {
    if (!String(error).includes('postgis')) throw error;
    process.stderr.write('Without ST_AsMVT: PostGIS is not installed.\n');
    return [];
  }
}

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
