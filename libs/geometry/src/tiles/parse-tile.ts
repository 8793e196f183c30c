import { InvalidTileAddress, MAX_ZOOM, type Tile } from './tile.js';

/** The ways to write the address of a tile. */
export type TileAddressing = 'quadkey' | 'web' | 'tms' | 'here';

/**
 * Reads the address of a tile.
 *
 * - `quadkey`: a digit 0 to 3 for each level, `1202`;
 * - `web`: `zoom_x_y`, y from the north;
 * - `tms`: `zoom_x_y`, y from the south;
 * - `here`: a decimal number that is, in base 4, a 1 and a digit for each level, `377894440`; or `zoom_x_y`.
 *
 * @throws {InvalidTileAddress}
 */
export function parseTile(addressing: TileAddressing, address: string): Tile {
  switch (addressing) {
    case 'quadkey':
      return { scheme: 'web-mercator', ...digits(address, address) };
    case 'web':
      return checkedRow(address, { scheme: 'web-mercator', ...levelColumnRow(address) });
    case 'tms': {
      const { zoom, x, y } = checkedRow(address, { scheme: 'web-mercator', ...levelColumnRow(address) });
      return { scheme: 'web-mercator', zoom, x, y: 2 ** zoom - 1 - y };
    }
    case 'here':
      return checkedRow(address, {
        scheme: 'here',
        ...(address.includes('_') ? levelColumnRow(address) : hereNumber(address)),
      });
  }
}

type Place = Omit<Tile, 'scheme'>;

function digits(address: string, quadkey: string): Place {
  if (!/^[0-3]+$/.test(quadkey)) throw new InvalidTileAddress(address, 'is not a row of digits 0 to 3');
  if (quadkey.length > MAX_ZOOM) throw new InvalidTileAddress(address, `has more than ${MAX_ZOOM} levels`);
  let [x, y] = [0, 0];
  for (const digit of quadkey) {
    x = x * 2 + (Number(digit) % 2);
    y = y * 2 + (digit >= '2' ? 1 : 0);
  }
  return { zoom: quadkey.length, x, y };
}

function levelColumnRow(address: string): Place {
  const numbers = /^(\d{1,10})_(\d{1,10})_(\d{1,10})$/.exec(address)?.slice(1).map(Number);
  if (numbers === undefined) throw new InvalidTileAddress(address, 'is not level_x_y, each a whole number');
  const [zoom = 0, x = 0, y = 0] = numbers;
  if (zoom > MAX_ZOOM) throw new InvalidTileAddress(address, `has a level above ${MAX_ZOOM}`);
  if (x >= 2 ** zoom) throw new InvalidTileAddress(address, `has a column that level ${zoom} has not`);
  return { zoom, x, y };
}

function hereNumber(address: string): Place {
  // The number of level 30 has 19 digits, more than doubles hold.
  if (!/^[1-9]\d{0,18}$/.test(address))
    throw new InvalidTileAddress(address, 'is not a whole number of level 30 at most');
  const [sentinel, ...levels] = BigInt(address).toString(4);
  if (sentinel !== '1') throw new InvalidTileAddress(address, 'does not start with 1 in base 4');
  return levels.length === 0 ? { zoom: 0, x: 0, y: 0 } : digits(address, levels.join(''));
}

function checkedRow(address: string, tile: Tile): Tile {
  const rows = tile.scheme === 'here' ? Math.max(1, 2 ** (tile.zoom - 1)) : 2 ** tile.zoom;
  if (tile.y >= rows) throw new InvalidTileAddress(address, `has a row that level ${tile.zoom} has not`);
  return tile;
}
