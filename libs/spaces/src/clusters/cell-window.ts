import { type BoundingBox, type Grid, type Tile, tileBbox } from '@cairn/geometry';
import { mercatorDown, ROLLUP_LAYERS } from '../features/writing/rollup-layers.js';

/** What a map shows: a tile, and a margin on each side as a part of its width. */
export interface ShownArea {
  readonly tile: Tile;
  readonly margin: number;
}

/**
 * The box whose features are in the cells that reach into a tile: in all of each cell, so that neighbouring tiles show the
 * same numbers for a cell on their edge. Cells that only the box reaches into may lack some of their features. West > east
 * across the antimeridian.
 */
export function windowOfCells({ tile, margin }: ShownArea, grid: Grid): BoundingBox {
  if (grid.kind === 'quadbin') return roundedOut(tileBbox(tile), grid.zoom);
  const box = aroundHexagons(tileBbox(tile, margin), grid.resolution);
  // Counts that are kept are those of whole tiles: at other edges features had to be looked at.
  const layer = ROLLUP_LAYERS.find(({ resolution }) => resolution === grid.resolution);
  return layer === undefined ? box : roundedOut(box, layer.zoom);
}

/** Degrees on the globe that no hexagon of resolution 0 is longer than; with each resolution they shrink by √7. */
const LONGEST = 30;
/** Where Web Mercator ends, or almost. */
const MAP_END = 85;

function aroundHexagons([west, south, east, north]: BoundingBox, resolution: number): BoundingBox {
  const reach = LONGEST / Math.sqrt(7) ** resolution;
  const [least, most] = [south - reach, north + reach];
  const farthest = Math.max(Math.abs(least), Math.abs(most));
  // A hexagon around a pole has all longitudes, and one beyond the end of the map may have any.
  const sideways = farthest >= 90 ? 360 : reach / Math.cos((farthest * Math.PI) / 180);
  return turned([west - sideways, least, east + (west > east ? 360 : 0) + sideways, most]);
}

/** A part of a tile's width: what is no farther inside of a tile is taken for being on its edge. */
const TOLERANCE = 1e-9;

/** The box of all tiles of a zoom that the box reaches into; what is north or south of the map belongs to those at its edge. */
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

/** With longitudes of one turn, from east ≥ west, and with all of the poles beyond the ends of the map. */
function turned([west, south, east, north]: BoundingBox): BoundingBox {
  const [least, most] = [south < -MAP_END ? -90 : south, north > MAP_END ? 90 : north];
  if (east - west >= 360) return [-180, least, 180, most];
  const first = west < -180 ? west + 360 : west;
  return [first, least, east > 180 ? east - 360 : east, most];
}
