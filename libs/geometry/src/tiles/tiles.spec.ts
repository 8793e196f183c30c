import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTile, type TileAddressing } from './parse-tile.js';
import { quadkeyOf, InvalidTileAddress, type Tile } from './tile.js';
import { tileBbox } from './tile-bbox.js';

const place = ({ zoom, x, y }: Tile) => [zoom, x, y];

describe('parseTile', () => {
  it.each<[TileAddressing, string, number[]]>([
    ['quadkey', '0', [1, 0, 0]],
    ['quadkey', '1202', [4, 8, 5]],
    ['quadkey', '120203302032', [12, 2146, 1387]],
    ['quadkey', '3'.repeat(30), [30, 2 ** 30 - 1, 2 ** 30 - 1]],
    ['web', '0_0_0', [0, 0, 0]],
    ['web', '5_17_10', [5, 17, 10]],
    ['web', '30_1073741823_0', [30, 2 ** 30 - 1, 0]],
    ['tms', '0_0_0', [0, 0, 0]],
    ['tms', '5_17_21', [5, 17, 10]],
    ['tms', '5_17_0', [5, 17, 31]],
    ['here', '1', [0, 0, 0]],
    ['here', '4', [1, 0, 0]],
    ['here', '5', [1, 1, 0]],
    ['here', '377894440', [14, 8800, 6486]],
    ['here', '14_8800_6486', [14, 8800, 6486]],
    ['here', '0_0_0', [0, 0, 0]],
    ['here', String(4n ** 30n), [30, 0, 0]],
  ])('reads %s %s', (addressing, address, expected) => {
    expect(place(parseTile(addressing, address))).toEqual(expected);
  });

  it.each<[TileAddressing, string, string]>([
    ['quadkey', '', 'is not a row of digits 0 to 3'],
    ['quadkey', '1204', 'is not a row of digits 0 to 3'],
    ['quadkey', '0'.repeat(31), 'has more than 30 levels'],
    ['web', '5_17', 'is not level_x_y, each a whole number'],
    ['web', '5_17_-1', 'is not level_x_y, each a whole number'],
    ['web', '5_17_1.5', 'is not level_x_y, each a whole number'],
    ['web', '5_32_0', 'has a column that level 5 has not'],
    ['web', '5_0_32', 'has a row that level 5 has not'],
    ['tms', '5_0_32', 'has a row that level 5 has not'],
    ['web', '31_0_0', 'has a level above 30'],
    ['here', '12s', 'is not a whole number of level 30 at most'],
    ['here', '0', 'is not a whole number of level 30 at most'],
    ['here', '9'.repeat(20), 'is not a whole number of level 30 at most'],
    ['here', '2', 'does not start with 1 in base 4'],
    ['here', '6', 'has a row that level 1 has not'],
    ['here', '1_10_10', 'has a column that level 1 has not'],
    ['here', '2_0_2', 'has a row that level 2 has not'],
    ['here', String(4n ** 31n), 'has more than 30 levels'],
  ])('refuses %s %s', (addressing, address, reason) => {
    expect(() => parseTile(addressing, address)).toThrow(InvalidTileAddress);
    expect(() => parseTile(addressing, address)).toThrow(
      expect.objectContaining({ code: 'invalid-tile-address', reason }),
    );
  });

  it('reads what quadkeyOf writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (zoom, a, b) => {
          const tile: Tile = {
            scheme: 'web-mercator',
            zoom,
            x: Math.floor(a * 2 ** zoom),
            y: Math.floor(b * 2 ** zoom),
          };
          expect(parseTile('quadkey', quadkeyOf(tile))).toEqual(tile);
        },
      ),
    );
    expect(quadkeyOf(parseTile('here', '377894440'))).toBe('12201203120220');
  });
});

describe('tileBbox', () => {
  it.each<[TileAddressing, string, number, number[]]>([
    ['web', '0_0_0', 0, [-180, -85.05112878, 180, 85.05112878]],
    ['web', '1_1_0', 0, [0, 0, 180, 85.05112878]],
    ['tms', '1_1_0', 0, [0, -85.05112878, 180, 0]],
    ['web', '4_8_5', 0, [0, 40.97989807, 22.5, 55.77657302]],
    ['web', '1_0_0', 0.25, [135, -40.97989807, 45, 85.05112878]],
    ['web', '2_3_1', 0.5, [45, -40.97989807, -135, 79.17133464]],
    ['web', '1_0_0', 0.5, [-180, -40.97989807 - 25.53336237, 180, 85.05112878]],
    ['here', '1', 0, [-180, -90, 180, 90]],
    ['here', '5', 0, [0, -90, 180, 90]],
    ['here', '377894440', 0, [13.359375, 52.5146484375, 13.38134765625, 52.53662109375]],
    ['here', '2_0_0', 0.5, [135, -90, -45, 45]],
  ])('of %s %s with a margin of %d', (addressing, address, margin, expected) => {
    const bbox = tileBbox(parseTile(addressing, address), margin);
    bbox.forEach((edge, index) => expect(edge).toBeCloseTo(expected[index] ?? NaN, 7));
  });

  it('leaves no gap between a tile and the next', () => {
    const tile = (x: number, y: number): Tile => ({ scheme: 'web-mercator', zoom: 7, x, y });
    const [, south, east] = tileBbox(tile(31, 40));
    expect(tileBbox(tile(32, 40))[0]).toBe(east);
    expect(tileBbox(tile(31, 41))[3]).toBe(south);
  });
});
