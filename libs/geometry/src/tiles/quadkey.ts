import { type Tile } from './tile.js';

/** A digit for each level; the empty text for the tile of level 0. */
export function quadkeyOf({ zoom, x, y }: Tile): string {
  let quadkey = '';
  for (let level = zoom - 1; level >= 0; level -= 1) {
    const bit = 2 ** level;
    quadkey += (Math.floor(x / bit) % 2) + 2 * (Math.floor(y / bit) % 2);
  }
  return quadkey;
}
