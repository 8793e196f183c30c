import { describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { encodeTile } from './encode-tile.js';
import { tileFaults } from './tile-faults.js';
import { fieldsOf } from './tile-fields.js';
import { type TileProperties } from './tile-layer.js';

const geometry = { type: 'point', paths: [[1, 2]] } as const;
const encode = (properties: TileProperties) =>
  encodeTile([{ name: 'places', extent: 4096, features: [{ geometry, properties }] }]);

/** What the decoder of Mapbox reads. */
const decode = (bytes: Uint8Array) =>
  new VectorTile(new PbfReader(bytes)).layers['places']?.feature(0).properties ?? {};

/** The whole numbers among the values of a tile of one layer, with the number of their field in a Value. */
function wholesIn(bytes: Uint8Array): readonly (readonly [field: number, value: bigint])[] {
  const layer = [...fieldsOf(bytes)].find(({ number }) => number === 3);
  return [...fieldsOf(layer?.bytes ?? new Uint8Array())]
    .filter(({ number }) => number === 4)
    .map(({ bytes: [tag = 0, ...digits] }) => [
      tag >> 3,
      digits.reduce((sum, digit, index) => sum | (BigInt(digit & 0x7f) << BigInt(7 * index)), 0n),
    ]);
}

describe('whole numbers that a double does not hold', () => {
  const [OSM, CELL] = [9_007_199_254_740_993n, 9_824_657_365_274_853_377n];

  it('are exact, to 64 bits', () => {
    const values = [OSM, CELL, -OSM, 2n ** 64n - 1n, -(2n ** 63n)];
    const bytes = encode(Object.fromEntries(values.entries()));
    expect(tileFaults(bytes)).toEqual([]);
    expect(wholesIn(bytes).map(([field, value]) => (field === 4 ? BigInt.asIntN(64, value) : value))).toEqual(
      values,
    );
    expect(Object.values(decode(bytes))).toEqual(values.map(Number));
  });

  it('are doubles beyond that, and come once where they are the same', () => {
    expect(decode(encode({ a: 2n ** 64n, b: -(2n ** 63n) - 1n, c: 1e300 }))).toEqual({
      a: 2 ** 64,
      b: -(2 ** 63),
      c: 1e300,
    });
    const bytes = encode({ a: 2 ** 53, b: 2n ** 53n, c: 5, d: 5n });
    expect(wholesIn(bytes)).toEqual([[5, 2n ** 53n], [5, 5n]]); // prettier-ignore
  });
});
