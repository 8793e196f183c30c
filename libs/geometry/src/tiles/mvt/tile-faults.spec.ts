import { describe, expect, it } from '@jest/globals';
import { each } from '@mapbox/mvt-fixtures';
import { encodeTile } from './encode-tile.js';
import { tileFaults } from './tile-faults.js';
import { type TileGeometry, type TileLayer } from './tile-layer.js';

const BROKEN = 'has a last polygon whose rings cross or touch themselves';

interface Fixture {
  readonly id: string;
  readonly valid: boolean;
  readonly bytes: Uint8Array;
}

function fixtures(): readonly Fixture[] {
  const found: Fixture[] = [];
  each(({ id, validity, buffer }) => found.push({ id, valid: validity.v2, bytes: buffer }));
  return found;
}

/** Tiles that are valid by the corpus and that the checker refuses. */
const REFUSED = {
  '016': 'layer 0, feature 0: has no known type of geometry',
  '039': 'layer 0: has not the version 2',
  '057': 'layer 0, feature 0: has fewer positions than the command 1 counts',
};

describe('tileFaults', () => {
  it('finds a fault in each of the 28 invalid tiles of the corpus', () => {
    const invalid = fixtures().filter(({ valid }) => !valid);
    expect(invalid).toHaveLength(28);
    expect(invalid.filter(({ bytes }) => tileFaults(bytes).length === 0)).toEqual([]);
  });

  it('finds none in the valid ones, but for those listed', () => {
    const refused = fixtures().flatMap(({ id, valid, bytes }) => {
      const [fault] = tileFaults(bytes);
      return valid && fault !== undefined ? [[id, fault]] : [];
    });
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
  });

  it.each<[string, number[][], string | undefined]>([
    ['a square', [[0, 0, 9, 0, 9, 9, 0, 9]], undefined],
    [
      'a hole that touches it at a point',
      [
        [0, 0, 9, 0, 9, 9, 0, 9],
        [0, 5, 3, 6, 3, 3],
      ],
      undefined,
    ],
    ['a hole first', [[0, 0, 0, 9, 9, 9, 9, 0]], 'has ring 0, a hole, before an exterior'],
    ['no area', [[0, 0, 9, 9, 3, 3]], 'has ring 0 without area'],
    ['a first position again', [[0, 0, 9, 0, 9, 9, 0, 0]], 'has ring 0 that repeats its first position'],
    ['a step of no length', [[0, 0, 9, 0, 9, 0, 9, 9]], 'has a step of no length'],
    ['a crossing', [[0, 0, 9, 9, 9, 4, 0, 6]], BROKEN],
    ['a position twice', [[0, 0, 9, 0, 5, 5, 9, 9, 0, 9, 5, 5]], BROKEN],
    ['a spike', [[0, 0, 9, 0, 9, 9, 5, 9, 5, 20, 5, 9, 0, 9]], BROKEN],
    ['a touch of its own side', [[0, 0, 9, 0, 9, 9, 4, 0, 0, 9]], BROKEN],
    [
      'a hole that leaves it',
      [
        [0, 0, 9, 0, 9, 9, 0, 9],
        [5, 5, 5, 6, 12, 6, 12, 5],
      ],
      BROKEN,
    ],
    [
      'a hole elsewhere',
      [
        [0, 0, 9, 0, 9, 9, 0, 9],
        [20, 20, 20, 29, 29, 29],
      ],
      BROKEN,
    ],
    [
      'a hole out through vertices',
      [
        [0, 0, 5, -1, 9, 0, 9, 9, 0, 9],
        [0, 0, 4, 4, 9, 0, 5, -5],
      ],
      BROKEN,
    ],
    [
      'a hole along its side',
      [
        [0, 0, 9, 0, 9, 9, 0, 9],
        [0, 3, 0, 6, 3, 3],
      ],
      BROKEN,
    ],
  ])('judges a polygon with %s', (_, rings, fault) => {
    const tile = encodeTile([layerOf({ type: 'polygon', paths: rings })]);
    expect(tileFaults(tile)).toEqual(fault === undefined ? [] : [`layer 0, feature 0: ${fault}`]);
  });

  it('finds an id, a key, and a layer that repeat, and what is cut off', () => {
    const square: TileGeometry = { type: 'polygon', paths: [[0, 0, 9, 0, 9, 9]] };
    const one = encodeTile([layerOf(square)]);
    expect(tileFaults(Uint8Array.of(...one, ...one))).toEqual(['layer 1: has the name of another layer']);
    for (let length = 1; length < one.length; length += 1)
      expect(tileFaults(one.subarray(0, length))).not.toEqual([]);
    const layer = one.subarray(2);
    const doubled = [...layer, ...layer];
    expect(tileFaults(Uint8Array.of(0x1a, doubled.length, ...doubled))).toEqual(
      expect.arrayContaining([
        'layer 0: has not the version 2',
        'layer 0: has not one name',
        'layer 0: repeats a key',
        'layer 0: repeats a value',
        'layer 0, feature 1: has the id 7 of another feature',
      ]),
    );
  });
});

const layerOf = (geometry: TileGeometry): TileLayer => ({
  name: 'places',
  extent: 4096,
  features: [{ id: 7, geometry, properties: { name: 'one' } }],
});
