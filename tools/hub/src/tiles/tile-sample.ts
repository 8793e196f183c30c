import type { SourceFeature } from './source-features.js';
import { pathOf, tileAt, type TilePlace } from './tile-place.js';

const ALL_UP_TO = 4;
const MAX_ZOOM = 14;

/** How many tiles the zooms have of which all are looked at where the data is small. */
export const LOW_TILES = (4 ** (ALL_UP_TO + 1) - 1) / 3;

/**
 * Some tiles of each zoom with an edge or a point of the data, each with one beside it, to its east or south in turns (at the
 * edge of the map, to its west or north), and every tile of the lowest zooms unless `low` says how many of them at most.
 */
export function sampleTiles(
  features: readonly SourceFeature[],
  { perZoom, low, seed }: { readonly perZoom: number; readonly low: number; readonly seed: number },
): readonly TilePlace[] {
  const tiles = new Map<string, TilePlace>();
  const add = (tile: TilePlace): void => void tiles.set(pathOf(tile), tile);
  const isAll = low >= LOW_TILES;
  for (let zoom = 0; isAll && zoom <= ALL_UP_TO; zoom += 1)
    for (let x = 0; x < 2 ** zoom; x += 1) for (let y = 0; y < 2 ** zoom; y += 1) add({ zoom, x, y });
  for (let zoom = isAll ? ALL_UP_TO + 1 : 0; zoom <= MAX_ZOOM; zoom += 1) {
    // Each comes with its neighbour.
    const count = zoom > ALL_UP_TO ? perZoom : Math.floor(low / (ALL_UP_TO + 1) / 2);
    for (let index = 0; index < count; index += 1) {
      const feature = features[spread(seed * 7919 + index * (MAX_ZOOM + 1) + zoom, features.length)];
      const path = feature?.paths[spread(seed + index + zoom, feature.paths.length)] ?? [];
      const position = path[spread(seed + index * 31 + zoom, path.length)];
      if (position === undefined) continue;
      const tile = tileAt(position, zoom);
      add(tile);
      if (zoom > 0) add(besideOf(tile, index % 2 === 0 ? 'x' : 'y'));
    }
  }
  return [...tiles.values()];
}

function besideOf(tile: TilePlace, axis: 'x' | 'y'): TilePlace {
  const isLast = tile[axis] + 1 === 2 ** tile.zoom;
  return { ...tile, [axis]: tile[axis] + (isLast ? -1 : 1) };
}

/** How many of the tiles are of the lowest zooms. */
export const lowOf = (tiles: readonly TilePlace[]): number =>
  tiles.filter(({ zoom }) => zoom <= ALL_UP_TO).length;

/** Another whole number below `limit` for each seed, always the same. */
function spread(seed: number, limit: number): number {
  const mixed = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return limit === 0 ? 0 : mixed % limit;
}
