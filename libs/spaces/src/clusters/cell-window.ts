import { type BoundingBox, type Grid, type Tile, tileBbox } from '@cairn/geometry';
import { mercatorDown, ROLLUP_LAYERS } from '../features/writing/rollup-layers.js';

/** The area that a map shows: a tile, and a margin on each side as a fraction of the tile's width. */
export interface ShownArea {
  readonly tile: Tile;
  readonly margin: number;
}

/**
 * The box whose features count in the cells that reach into a tile. It contains each of these cells completely, so that
 * neighbouring tiles show the same numbers for a cell on their edge. Cells that only the box reaches into may lack some
 * of their features. West > east across the antimeridian.
 */
export function windowOfCells({ tile, margin }: ShownArea, grid: Grid): BoundingBox {
  if (grid.kind === 'quadbin') return roundedOut(tileBbox(tile), grid.zoom);
  const box = aroundHexagons(tileBbox(tile, margin), grid.resolution);
  // Counts are stored for whole tiles. At any other edge, the features would have to be read.
  const layer = ROLLUP_LAYERS.find(({ resolution }) => resolution === grid.resolution);
  return layer === undefined ? box : roundedOut(box, layer.zoom);
}

/**
 * An upper bound of the length of a hexagon of resolution 0, in degrees on the globe. It shrinks by √7 with each
 * resolution.
 */
const LONGEST = 30;
/** Approximately the latitude where Web Mercator ends. */
const MAP_END = 85;

function aroundHexagons([west, south, east, north]: BoundingBox, resolution: number): BoundingBox {
  const reach = LONGEST / Math.sqrt(7) ** resolution;
  const [least, most] = [south - reach, north + reach];
  const farthest = Math.max(Math.abs(least), Math.abs(most));
  // A hexagon around a pole has all longitudes, and one beyond the end of the map may have any.
  const sideways = farthest >= 90 ? 360 : reach / Math.cos((farthest * Math.PI) / 180);
  return turned([west - sideways, least, east + (west > east ? 360 : 0) + sideways, most]);
}

/** A fraction of a tile's width. A coordinate this close to the inside of an edge counts as on the edge. */
const TOLERANCE = 1e-9;

/**
 * The box of all tiles of a zoom that the box reaches into. What lies north or south of the map belongs to the tiles at
 * its edge.
 */
function roundedOut([west, south, east, north]: BoundingBox, zoom: number): BoundingBox {
  const size = 2 ** zoom;
  const before = (part: number): number => Math.floor(part * size + TOLERANCE);
  const behind = (part: number): number => Math.ceil(part * size - TOLERANCE);
  const left = before((west + 180) / 360);
  const right = behind((east + (west > east ? 360 : 0) + 180) / 360);
  const top = Math.max(0, before(mercatorDown(Math.min(90, north))));
  const bottom = Math.min(size, behind(mercatorDown(Math.max(-90, south))));
  const tile = (y: number): Tile => ({ scheme: 'web-mercator', zoom, x: 0, y });
  const degrees = (column: number): number => (column / size) * 360 - 180;
  const [, least] = tileBbox(tile(bottom - 1));
  const [, , , most] = tileBbox(tile(top));
  return turned([degrees(left), least, degrees(right), most]);
}

/**
 * Takes a box with east ≥ west. Moves its longitudes into one turn, and extends it to the pole where it reaches beyond
 * the map.
 */
function turned([west, south, east, north]: BoundingBox): BoundingBox {
  const [least, most] = [south < -MAP_END ? -90 : south, north > MAP_END ? 90 : north];
  if (east - west >= 360) return [-180, least, 180, most];
  const first = west < -180 ? west + 360 : west;
  return [first, least, east > 180 ? east - 360 : east, most];
}
