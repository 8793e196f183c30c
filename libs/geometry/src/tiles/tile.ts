/** A tile of the square Web Mercator map, or of HERE's map of longitude and latitude. */
export interface Tile {
  readonly scheme: 'web-mercator' | 'here';
  readonly zoom: number;
  /** From the antimeridian to the east, less than 2^zoom. */
  readonly x: number;
  /** Web Mercator: from the north, less than 2^zoom. HERE: from the south pole, less than 2^(zoom - 1). */
  readonly y: number;
}

/** The text is not a tile address. */
export class InvalidTileAddress extends Error {
  readonly code = 'invalid-tile-address';

  /** @param reason A phrase to put after the address: `has digits that are not 0 to 3`. */
  constructor(
    readonly address: string,
    readonly reason: string,
  ) {
    super(`The tile address ${JSON.stringify(address)} ${reason}`);
    this.name = 'InvalidTileAddress';
  }
}

export const MAX_ZOOM = 30;

/** A digit for each level; the empty text for the tile of level 0. */
export function quadkeyOf({ zoom, x, y }: Tile): string {
  let quadkey = '';
  for (let level = zoom - 1; level >= 0; level -= 1) {
    const bit = 2 ** level;
    quadkey += (Math.floor(x / bit) % 2) + 2 * (Math.floor(y / bit) % 2);
  }
  return quadkey;
}

/** Whether there is such a tile. */
export function isTile({ scheme, zoom, x, y }: Tile): boolean {
  const [columns, rows] = [2 ** zoom, scheme === 'here' ? 2 ** Math.max(zoom - 1, 0) : 2 ** zoom];
  const isWithin = (number: number, end: number): boolean =>
    Number.isInteger(number) && number >= 0 && number < end;
  return isWithin(zoom, MAX_ZOOM + 1) && isWithin(x, columns) && isWithin(y, rows);
}
