import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { copiesMade, LARGE_FEATURES, ServerProcess } from '@cairn/harness';
import type { DataStore } from '../real-data/stores.js';
import { pathOf, type TilePlace } from './tile-place.js';

/** A tile as a server sent it, without its bytes: those of all tiles would not fit into memory. */
export interface ServedTile {
  readonly size: number;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** How many features were left out to keep its limits. */
  readonly omitted: number;
  readonly ms: number;
}

export type ServedTiles = ReadonlyMap<string, ServedTile>;

const SPACE = 'tiles';
/** Where the bytes of a tile are kept in a folder. */
export const fileOf = (folder: string, tile: TilePlace): string =>
  join(folder, `${pathOf(tile).replaceAll('/', '-')}.mvt`);

interface Wanted {
  /** To be imported. */
  readonly file: string;
  readonly tiles: readonly TilePlace[];
  /** The folder that gets the bytes of the tiles; they are dropped without one. */
  readonly keptIn: string | undefined;
  /** Gets a line for each step. */
  readonly tell: (line: string) => void;
}

/** Imports a file, a feature a line, into a server on the store, and asks it for tiles. */
export async function tilesOf(
  { url }: DataStore,
  { file, tiles, keptIn, tell }: Wanted,
): Promise<ServedTiles> {
  const server = await ServerProcess.start({
    env: { ...LARGE_FEATURES, CAIRN_DATABASE_URL: url, CAIRN_RATE_REQUESTS: '0', CAIRN_LOG_LEVEL: 'error' },
  });
  const lap = stopwatch();
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
    tell(`imported in ${lap()}`);
    await copiesMade(async () => await (await succeed(server, '/api/jobs')).json());
    tell(`copies of large features made in ${lap()}`);
    const served = new Map<string, ServedTile>();
    for (const [index, tile] of tiles.entries()) {
      const startedAt = performance.now();
      const response = await succeed(server, `/tiles/${SPACE}/${pathOf(tile)}.mvt`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const omitted = Number(response.headers.get('cairn-tile-omitted') ?? 0);
      const ms = performance.now() - startedAt;
      const hash = createHash('sha256').update(bytes).digest('hex');
      served.set(pathOf(tile), { size: bytes.length, hash, omitted, ms });
      if (keptIn !== undefined) await writeFile(fileOf(keptIn, tile), bytes);
      if (tiles[index + 1]?.zoom !== tile.zoom) tell(`z${tile.zoom} drawn in ${lap()}`);
    }
    return served;
  } finally {
    await server.dispose();
  }
}

/** Gives the time since it was last asked. */
export function stopwatch(): () => string {
  let last = performance.now();
  return () => {
    const before = last;
    last = performance.now();
    return `${((last - before) / 1000).toFixed(1)} s`;
  };
}

async function succeed(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  const response = await server.fetch(path, { ...init, headers });
  if (response.ok) return response;
  throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
}
