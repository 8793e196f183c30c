import type { TilePlace } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import type { ContentHead } from '../features/writing/content-head.js';
import { MAP_BUFFER, TILE_EXTENT } from '../features/detail/tile-grid.js';
import { walkTiles } from './tile-walk.js';

/** This many tiles are checked for features to estimate how many tiles there are: the world to zoom 5. */
const LOOKED_AT = 1_365;
/** Now and then, a point of a tile is also in the buffer of the next tile. */
const TILES_OF_A_POINT = 2;
const AHEAD = 4;

/** What is estimated. */
export interface ArchiveSize {
  readonly head: ContentHead;
  readonly maxZoom: number;
  /** Whether any feature is near a tile. */
  readonly hasFeatures: (place: TilePlace) => Promise<boolean>;
}

/**
 * The approximate number of tiles with features, for the zooms from 0 on; never more than the bounds of the space have.
 * If the bounds have many tiles, only those of low zooms are checked. For higher zooms, the number is assumed to grow
 * as it does at the last checked zoom.
 */
export async function estimatedTiles({
  head,
  maxZoom,
  hasFeatures,
}: ArchiveSize): Promise<readonly number[]> {
  const most = Array.from({ length: maxZoom + 1 }, (_, zoom) => mostTiles(head, zoom));
  const probed = Math.min(
    maxZoom,
    totals(most).findLastIndex((total) => total <= LOOKED_AT),
  );
  const found = Array.from({ length: probed + 1 }, () => 0);
  if (probed < maxZoom) {
    const look = async (place: TilePlace): Promise<{ readonly hasFeatures: boolean }> => {
      const has = await hasFeatures(place);
      if (has) found[place.zoom] = (found[place.zoom] ?? 0) + 1;
      return { hasFeatures: has };
    };
    await walkTiles({ maxZoom: probed, ahead: AHEAD, look, walked: () => undefined }).next(); // none is drawn
  }
  const [before = 0, last = 0] = [found.at(-2), found.at(-1)];
  const growth = before === 0 ? 4 : Math.min(4, Math.max(1, last / before));
  return most.map((bound, zoom) =>
    probed === maxZoom ? bound : Math.min(bound, found[zoom] ?? last * growth ** (zoom - probed)),
  );
}

/** Number of tiles up to each zoom. */
export function totals(tiles: readonly number[]): readonly number[] {
  let total = 0;
  return tiles.map((count) => (total += count));
}

/** @param zoom The greatest zoom at which the archive would not be too large. */
export function tooManyTiles(zoom: number, max: number): InvalidInput {
  const less =
    zoom < 0 ? 'erase features, or copy some to another space' : `ask for a \`maxzoom\` of ${zoom}`;
  return InvalidInput.of(
    'too-many-tiles',
    `The archive would have more than ${max} tiles, the most that one may have: ${less}.`,
    '/maxzoom',
  );
}

function mostTiles({ bounds, total, summary }: ContentHead, zoom: number): number {
  if (bounds === undefined) return 0;
  const [columns, reach] = [2 ** zoom, (MAP_BUFFER + 1) / TILE_EXTENT];
  const [west, south, east, north] = bounds;
  const width = ((east < west ? east + 360 : east) - west) / 360;
  const inBounds =
    Math.min(columns, Math.floor(width * columns + 2 * reach) + 2) *
    (lastRow(south, columns, reach) - firstRow(north, columns, reach) + 1);
  const arePoints = summary.isExact && summary.geometryTypes.every(({ name }) => name === 'Point');
  return arePoints ? Math.min(inBounds, total * TILES_OF_A_POINT) : inBounds;
}

const firstRow = (north: number, rows: number, reach: number): number =>
  Math.max(0, Math.floor(heightOf(north) * rows - reach));

const lastRow = (south: number, rows: number, reach: number): number =>
  Math.min(rows - 1, Math.floor(heightOf(south) * rows + reach));

/** How far below the northern edge of Web Mercator a latitude is, as a part of the height of the map. */
function heightOf(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const height = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(1, Math.max(0, height));
}
