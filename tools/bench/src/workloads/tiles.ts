import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchEnvironment } from '../bench-environment.js';
import { tilePaths } from '../hub/measure-tiles.js';
import { RequestBytes } from '../load/http-request.js';
import { headersOf } from './headers.js';
import type { OpenWorkload } from './workload.js';

const FEATURES = 200_000;
const GZIP = { 'Accept-Encoding': 'gzip' };

/** Sending a tile that was drawn before, compared with sending the same bytes from memory. */
export const openTiles: OpenWorkload = async (environment) => {
  const { cairn, path } = await startWithTile(environment);
  const answer = await cairn.fetch(path, { headers: GZIP });
  const headers = headersOf(answer, ['content-length']);
  const file = join(environment.folder, 'tile.mvt');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const request = new RequestBytes({ method: 'GET', path });
  return {
    ...{ name: 'cached tiles', clients: 32, expectedStatus: 200 },
    cairn: { ports: cairn.ports, request },
    baselines: [
      {
        ...{ name: 'send from memory', threshold: 0.5, request },
        ports: await environment.startBaseline('buffer-baseline', [file, ...headers]),
      },
    ],
  };
};

/** Telling that a tile has not changed, compared with telling it without a lookup. */
export const openUnchangedTiles: OpenWorkload = async (environment) => {
  const { cairn, path } = await startWithTile(environment);
  const { headers } = await cairn.fetch(path, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const given = headersOf(await cairn.fetch(path, { headers: validator }));
  const request = new RequestBytes({ method: 'GET', path, headers: validator });
  return {
    ...{ name: '304s of tiles', clients: 32, expectedStatus: 304 },
    cairn: { ports: cairn.ports, request },
    baselines: [
      {
        ...{ name: 'answer 304', threshold: 0.5, request },
        ports: await environment.startBaseline('not-modified-baseline', given),
      },
    ],
  };
};

async function startWithTile(environment: BenchEnvironment) {
  await environment.importLines(await environment.writeFeatures(FEATURES));
  return { cairn: await environment.startCairn(), path: tilePaths(10)[0] ?? '' };
}
