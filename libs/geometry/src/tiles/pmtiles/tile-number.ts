/** Tile numbers are exact below zoom 27. */
export const MAX_NUMBERED_ZOOM = 26;

/** Where a tile of Web Mercator is: `x` from the west, `y` from the north. */
export interface TilePlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The number of tiles of all lower zooms: the number of the first tile of this zoom. */
export function firstNumberOf(zoom: number): number {
  return (4 ** zoom - 1) / 3;
}

/**
 * Where a tile is by its position, from 0, on the Hilbert curve through the tiles of its zoom. The children of the tile at
 * `position` have the positions from 4 × `position` to 4 × `position` + 3.
 */
export function placeOf(zoom: number, position: number): TilePlace {
  let [x, y, left] = [0, 0, position];
  for (let side = 1; side < 2 ** zoom; side *= 2) {
    const quarter = left % 4;
    left = (left - quarter) / 4;
    const east = quarter >> 1;
    const south = (quarter ^ east) & 1;
    if (south === 0) {
      if (east === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
    [x, y] = [x + side * east, y + side * south];
  }
  return { zoom, x, y };
}
