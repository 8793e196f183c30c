import { describe, expect, it } from '@jest/globals';
import { validateGeometry } from './validate-feature.js';

const faultsOf = (value: unknown, limits = {}) => {
  const validation = validateGeometry(value, limits);
  return validation.ok ? [] : validation.faults.map(({ pointer, reason }) => `${pointer} ${reason}`);
};

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

const nested = (depth: number): unknown =>
  depth === 0
    ? { type: 'Point', coordinates: [1, 2] }
    : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };

describe('validateGeometry', () => {
  it.each([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Point', coordinates: [1, 2, -3000] },
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'Point', coordinates: [] },
    { type: 'Point', coordinates: [540, 90] },
    { type: 'Point', coordinates: [-540, -90] },
    { type: 'MultiPoint', coordinates: [] },
    { type: 'LineString', coordinates: [] },
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [1, 2],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [SQUARE] },
    { type: 'Polygon', coordinates: [SQUARE.toReversed()] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      ],
    },
    { type: 'MultiPolygon', coordinates: [[SQUARE], []] },
    { type: 'GeometryCollection', geometries: [] },
    { type: 'Point', coordinates: [1, 2], bbox: 'whatever', note: { a: [null, true] } },
  ])('takes %j', (geometry) => {
    expect(faultsOf(geometry)).toEqual([]);
    expect(validateGeometry(geometry)).toEqual({ ok: true, value: geometry });
  });

  it.each([
    [null, ' is not a geometry: an object with a type'],
    [[], ' is not a geometry: an object with a type'],
    [{}, '/type is not a type of geometry'],
    [{ type: 'point', coordinates: [1, 2] }, '/type is not a type of geometry'],
    [{ type: 'toString', coordinates: [1, 2] }, '/type is not a type of geometry'],
    [{ type: 'Point' }, '/coordinates is not a position: an array of numbers'],
    [
      { type: 'Point', coordinates: [1] },
      '/coordinates has 1 numbers; a position has longitude, latitude and at most two more',
    ],
    [
      { type: 'Point', coordinates: [1, 2, 3, 4, 5] },
      '/coordinates has 5 numbers; a position has longitude, latitude and at most two more',
    ],
    [{ type: 'Point', coordinates: ['1', 2] }, '/coordinates holds something else than finite numbers'],
    [{ type: 'Point', coordinates: [1, null] }, '/coordinates holds something else than finite numbers'],
    [{ type: 'Point', coordinates: [1, NaN] }, '/coordinates holds something else than finite numbers'],
    [
      { type: 'Point', coordinates: [1, 2, Infinity] },
      '/coordinates holds something else than finite numbers',
    ],
    [{ type: 'Point', coordinates: [1, 2, 3, '4'] }, '/coordinates holds something else than finite numbers'],
    [
      { type: 'Point', coordinates: [1, 90.000001] },
      '/coordinates has latitude 90.000001, which is not between -90 and 90',
    ],
    [
      { type: 'Point', coordinates: [1, -91] },
      '/coordinates has latitude -91, which is not between -90 and 90',
    ],
    [
      { type: 'Point', coordinates: [540.1, 0] },
      '/coordinates has longitude 540.1, which is not between -540 and 540',
    ],
    [{ type: 'MultiPoint', coordinates: {} }, '/coordinates is not an array of positions'],
    [
      { type: 'MultiPoint', coordinates: [[1, 2], []] },
      '/coordinates/1 has 0 numbers; a position has longitude, latitude and at most two more',
    ],
    [{ type: 'LineString', coordinates: [[1, 2]] }, '/coordinates has 1 positions; a line has at least 2'],
    [{ type: 'MultiLineString', coordinates: [[]] }, '/coordinates/0 has 0 positions; a line has at least 2'],
    [
      { type: 'Polygon', coordinates: [SQUARE, SQUARE.slice(0, 3)] },
      '/coordinates/1 has 3 positions; a ring has at least 4, and ends where it starts',
    ],
    [
      { type: 'Polygon', coordinates: [SQUARE.slice(0, 4)] },
      '/coordinates/0 is not closed: its last position differs from its first',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0, 1],
            [1, 0, 1],
            [1, 1, 1],
            [0, 0, 2],
          ],
        ],
      },
      '/coordinates/0 is not closed: its last position differs from its first',
    ],
    [{ type: 'MultiPolygon', coordinates: [[SQUARE], 3] }, '/coordinates/1 is not an array of rings'],
    [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            SQUARE,
            [
              [1, 99],
              [1, 1],
              [2, 2],
              [1, 99],
            ],
          ],
        ],
      },
      '/coordinates/0/1/0 has latitude 99, which is not between -90 and 90',
    ],
    [{ type: 'GeometryCollection' }, '/geometries is not an array of geometries'],
    [
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [] }, 4] },
      '/geometries/1 is not a geometry: an object with a type',
    ],
    [{ type: 'Point', coordinates: [1, 2], a: { 'b/c~d': 'x\0' } }, '/a/b~1c~0d holds the character NUL'],
    [{ type: 'Point', coordinates: [1, 2], a: ['\ud800'] }, '/a/0 holds half of a surrogate pair'],
  ])('refuses %j and says where', (geometry, fault) => {
    expect(faultsOf(geometry)[0]).toBe(fault);
  });

  it('tells every fault at once, up to the limit', () => {
    const bad = { type: 'LineString', coordinates: Array.from({ length: 150 }, (_, index) => [index, 91]) };
    expect(faultsOf(bad)).toHaveLength(100);
    expect(faultsOf(bad, { maxFaults: 101 })).toHaveLength(101);
    expect(faultsOf({ ...bad, coordinates: bad.coordinates.slice(0, 99) })).toHaveLength(99);
    expect(faultsOf(bad).at(-1)).toBe('/coordinates/99 has latitude 91, which is not between -90 and 90');
  });

  it('counts the vertices of all parts, one more than allowed being a fault', () => {
    const five = { type: 'Polygon', coordinates: [SQUARE] };
    const both = { type: 'GeometryCollection', geometries: [five, five] };
    expect(faultsOf(five, { maxVertices: 4 })).toEqual([
      '/coordinates/0/4 is beyond the 4 positions that are allowed',
    ]);
    expect(faultsOf(five, { maxVertices: 5 })).toEqual([]);
    expect(faultsOf(both, { maxVertices: 9 })).toHaveLength(1);
    expect(faultsOf(both, { maxVertices: 10 })).toEqual([]);
    expect(faultsOf(both, { maxVertices: 11 })).toEqual([]);
  });

  it('allows 100,000 vertices unless told otherwise', () => {
    const line = (length: number) => ({
      type: 'LineString',
      coordinates: Array.from({ length }, () => [0, 0]),
    });
    expect(faultsOf(line(100_000))).toEqual([]);
    expect(faultsOf(line(100_001))).toEqual([
      '/coordinates/100000 is beyond the 100000 positions that are allowed',
    ]);
  });

  it('counts every array and object as a level, 32 being allowed', () => {
    // A collection is two levels, a point two.
    expect(faultsOf(nested(15))).toEqual([]);
    expect(faultsOf(nested(16))).toEqual([
      `${'/geometries/0'.repeat(16)} is nested more than 32 levels deep`,
    ]);
    expect(faultsOf(nested(1), { maxDepth: 4 })).toEqual([]);
    expect(faultsOf(nested(1), { maxDepth: 5 })).toEqual([]);
    expect(faultsOf(nested(1), { maxDepth: 3 })).toEqual([
      '/geometries/0/coordinates is nested more than 3 levels deep',
    ]);
    const multi = { type: 'MultiPolygon', coordinates: [[SQUARE]] };
    expect(faultsOf(multi, { maxDepth: 5 })).toEqual([]);
    expect(faultsOf(multi, { maxDepth: 4 })[0]).toBe('/coordinates/0/0/0 is nested more than 4 levels deep');
  });

  it('survives a million levels, whatever the limit', () => {
    let deep: unknown = { type: 'Point', coordinates: [1, 2] };
    for (let level = 0; level < 100_000; level += 1)
      deep = { type: 'GeometryCollection', geometries: [deep] };
    expect(faultsOf(deep)).toHaveLength(1);
    let properties: unknown = [];
    for (let level = 0; level < 1_000_000; level += 1) properties = [properties];
    expect(faultsOf({ type: 'Point', coordinates: [1, 2], properties })).toHaveLength(1);
  });
});
