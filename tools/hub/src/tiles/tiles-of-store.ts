import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { ServerProcess } from '@cairn/harness';
import type { DataStore } from '../real-data/stores.js';
import { pathOf, type TilePlace } from './tile-place.js';

/** A tile as a server sends it. */
export interface ServedTile {
  readonly bytes: Uint8Array;
  /** How many features were left out to keep its limits. */
  readonly omitted: number;
  readonly ms: number;
}

export type ServedTiles = ReadonlyMap<string, ServedTile>;

const SPACE = 'tiles';
/** So large shapes come one by one. */
const LARGE = {
  CAIRN_MAX_FEATURE_VERTICES: '10000000',
  CAIRN_MAX_FEATURE_SIZE: '128',
  CAIRN_MAX_FEATURE_BODY: '256',
};

/** Imports a file, a feature a line, into a server on the store, and asks it for tiles. */
export async function tilesOf(
  { url }: DataStore,
  { file, tiles }: { readonly file: string; readonly tiles: readonly TilePlace[] },
): Promise<ServedTiles> {
  const server = await ServerProcess.start({
    env: { ...LARGE, CAIRN_DATABASE_URL: url, CAIRN_RATE_REQUESTS: '0', CAIRN_LOG_LEVEL: 'error' },
  });
  try {
    await succeed(server, '/hub/spaces', {
      method: 'POST',
      body: JSON.stringify({ id: SPACE, title: SPACE }),
    });
    const imported = await succeed(server, `/hub/spaces/${SPACE}/features`, {
      ...{
        method: 'PUT',
        headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      },
      ...{ body: Readable.toWeb(createReadStream(file)), duplex: 'half' },
    });
    const summary = (await imported.text()).trim().split('\n').at(-1) ?? '';
    if (!summary.includes('"end":"complete"')) throw new Error(`The import ended so: ${summary}`);
    await copiesMade(server);
    const served = new Map<string, ServedTile>();
    for (const tile of tiles) {
      const startedAt = performance.now();
      const response = await succeed(server, `/tiles/${SPACE}/${pathOf(tile)}.mvt`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const omitted = Number(response.headers.get('cairn-tile-omitted') ?? 0);
      served.set(pathOf(tile), { bytes, omitted, ms: performance.now() - startedAt });
    }
    return served;
  } finally {
    await server.dispose();
  }
}

/** Resolves when all large features have their copies, which tiles are drawn of. */
async function copiesMade(server: ServerProcess): Promise<void> {
  const importedAt = Date.now();
  for (;;) {
    const jobs = (await (await succeed(server, '/api/jobs')).json()) as readonly JobRecord[];
    const copying = jobs.find(({ name }) => name === 'copy-large-features');
    const isNew = Date.parse(copying?.startedAt ?? '') > importedAt;
    if (isNew && copying?.state === 'idle') return;
    await setTimeout(500);
  }
}

interface JobRecord {
  readonly name: string;
  readonly state: string;
  readonly startedAt: string | null;
}

async function succeed(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  const response = await server.fetch(path, { ...init, headers });
  if (response.ok) return response;
  throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
}
