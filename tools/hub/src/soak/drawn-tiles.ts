import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { atOnce, type ServerProcess } from '@cairn/harness';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

const MAX_ZOOM = 10;
const MAX_LATITUDE = 85.05;
const EXTENT = 4096;
const FILLED_AT = [0, 2, 5];
const CLIENTS = 2;

type Position = readonly [number, number];

/** A tile of Web Mercator, `y` from the north. */
interface Tile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A feature as a map reads it: paths on the grid of the tile. */
interface DrawnFeature {
  readonly id: string;
  readonly paths: readonly (readonly Position[])[];
}

interface Stored {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties?: { readonly inside?: Position } | null;
}

/** The tiles of a space that were requested, and what was wrong with them. */
export interface DrawnTiles {
  readonly features: number;
  /** Features without a position on the map. */
  readonly offMap: number;
  readonly tiles: number;
  /** Tiles that were left out, as a zoom had more than `most`. */
  readonly skipped: number;
  readonly faults: readonly string[];
}

/**
 * Requests the tile of each feature's first position at every zoom up to 10. Each must show something. A feature that
 * names a place `inside` must cover it at some of the zooms.
 * @param most The number of tiles of a zoom that are requested at most. Of more, every nth is.
 */
export async function drawTilesOf(
  server: ServerProcess,
  { id, most }: { readonly id: string; readonly most: number },
): Promise<DrawnTiles> {
  const wanted = new Map<string, { readonly tile: Tile; readonly of: string }>();
  const insides: { readonly id: string; readonly inside: Position }[] = [];
  let [features, offMap] = [0, 0];
  for await (const { id: of, geometry, properties } of storedIn(server, id)) {
    features += 1;
    const position = firstOnMap(geometry);
    if (position === undefined) offMap += 1;
    for (let zoom = 0; position !== undefined && zoom <= MAX_ZOOM; zoom += 1) {
      const tile = tileAt(position, zoom);
      if (!wanted.has(pathOf(tile))) wanted.set(pathOf(tile), { tile, of });
    }
    if (properties?.inside !== undefined) insides.push({ id: of, inside: properties.inside });
  }
  const chosen = Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) =>
    thinned(
      [...wanted.values()].filter(({ tile }) => tile.zoom === zoom),
      most,
    ),
  ).flat();
  const faults: string[] = [];
  await atOnce(CLIENTS, chosen, async ({ tile, of }) => {
    const { status, drawn } = await fetchTile(server, id, tile);
    if (drawn.length === 0) faults.push(`${pathOf(tile)} of ${of} in ${id} is empty (${status})`);
  });
  faults.push(...(await unfilled(server, id, insides)));
  return { features, offMap, tiles: chosen.length, skipped: wanted.size - chosen.length, faults };
}

/** Faults of the features that name a place inside them, and whose tile does not cover it. */
async function unfilled(
  server: ServerProcess,
  space: string,
  insides: readonly { readonly id: string; readonly inside: Position }[],
): Promise<readonly string[]> {
  const tiles = new Map<string, Awaited<ReturnType<typeof fetchTile>>>();
  const faults: string[] = [];
  for (const { id, inside } of insides)
    for (const zoom of FILLED_AT) {
      const tile = tileAt(inside, zoom);
      const known = tiles.get(pathOf(tile)) ?? (await fetchTile(server, space, tile));
      tiles.set(pathOf(tile), known);
      const [x, y] = onGrid(inside, tile);
      const paths = known.drawn.filter((feature) => feature.id === id).flatMap((feature) => feature.paths);
      if (!(paths.length === 0 && known.omitted > 0) && !holds(paths, x, y))
        faults.push(`${pathOf(tile)} of ${space} does not cover ${inside.join(', ')} in ${id}`);
    }
  return faults;
}

async function fetchTile(server: ServerProcess, space: string, tile: Tile) {
  const answer = await server.fetch(`/tiles/${space}/${pathOf(tile)}.mvt`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const omitted = Number(answer.headers.get('cairn-tile-omitted') ?? 0);
  return { status: answer.status, omitted, drawn: answer.status === 200 ? decodeTile(bytes) : [] };
}

function decodeTile(bytes: Uint8Array): readonly DrawnFeature[] {
  return Object.values(new VectorTile(new PbfReader(bytes)).layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index);
      const paths = feature.loadGeometry().map((path) => path.map(({ x, y }) => [x, y] as const));
      return { id: String(feature.properties['id']), paths };
    }),
  );
}

/** The place of a position on the map, in tiles of the zoom. */
function onMap([longitude, latitude]: Position, zoom: number): Position {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const south = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude / 360 + 0.5) * 2 ** zoom, south * 2 ** zoom];
}

/** The tile that a position is in. */
function tileAt(position: Position, zoom: number): Tile {
  const inside = (value: number): number => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(value)));
  const [x, y] = onMap(position, zoom);
  return { zoom, x: inside(x), y: inside(y) };
}

/** The place of a position on the grid of a tile. */
function onGrid(position: Position, tile: Tile): Position {
  const [x, y] = onMap(position, tile.zoom);
  return [(x - tile.x) * EXTENT, (y - tile.y) * EXTENT];
}

const pathOf = ({ zoom, x, y }: Tile): string => `${zoom}/${x}/${y}`;

async function* storedIn(server: ServerProcess, id: string): AsyncGenerator<Stored> {
  const { body, status } = await server.fetch(`/hub/spaces/${id}/export?f=ndjson`);
  if (status !== 200 || body === null) throw new Error(`An export was answered with ${status}.`);
  for await (const line of createInterface({ input: Readable.fromWeb(body), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line) as Stored;
}

function thinned<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)] as T);
}

/** The first position on the map, depth first. */
function firstOnMap(shape: unknown): Position | undefined {
  if (shape === null || typeof shape !== 'object') return undefined;
  if (!Array.isArray(shape)) {
    const { coordinates, geometries } = shape as {
      readonly coordinates?: unknown;
      readonly geometries?: unknown;
    };
    return firstOnMap(coordinates ?? geometries);
  }
  const [x, y] = shape as readonly unknown[];
  if (typeof x === 'number' && typeof y === 'number')
    return Math.abs(y) < MAX_LATITUDE ? [x - 360 * Math.round(x / 360), y] : undefined;
  for (const part of shape as readonly unknown[]) {
    const found = firstOnMap(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the paths cover the place, by the even-odd rule. */
function holds(paths: readonly (readonly Position[])[], x: number, y: number): boolean {
  let isIn = false;
  for (const path of paths)
    for (const [index, [x1, y1]] of path.entries()) {
      const [x2, y2] = path[(index + 1) % path.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
    }
  return isIn;
}
