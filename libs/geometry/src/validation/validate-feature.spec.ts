import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { featureIdOf } from '../geojson/geojson.js';
import { validateFeature } from './validate-feature.js';

const POINT = { type: 'Point', coordinates: [1, 2] };
const feature = (members: object) => ({ type: 'Feature', geometry: POINT, properties: null, ...members });

const faultsOf = (value: unknown, limits = {}) => {
  const validation = validateFeature(value, limits);
  return validation.ok ? [] : validation.faults.map(({ pointer, reason }) => `${pointer} ${reason}`);
};

describe('validateFeature', () => {
  it.each([
    {},
    { id: 'a' },
    { id: 0 },
    { id: -1.5 },
    { geometry: null },
    { geometry: undefined },
    { properties: {} },
    { properties: undefined },
    { properties: { a: { b: [1, 'two', null, false, { c: 'é😀' }] } } },
    { bbox: 'dropped elsewhere', foreign: { members: ['are kept'] } },
    JSON.parse('{"properties": {"__proto__": {"a": 1}}}') as object,
  ])('takes a feature with %j', (members) => {
    expect(faultsOf(feature(members))).toEqual([]);
  });

  it.each([
    [null, ' is not a feature: an object whose type is "Feature"'],
    [[feature({})], ' is not a feature: an object whose type is "Feature"'],
    [feature({ type: 'feature' }), '/type is not "Feature"'],
    [feature({ id: '' }), '/id is empty'],
    [feature({ id: null }), '/id is neither a text nor a number'],
    [feature({ id: Infinity }), '/id is neither a text nor a number'],
    [feature({ id: {} }), '/id is neither a text nor a number'],
    [feature({ id: 'a\0' }), '/id holds the character NUL'],
    [feature({ id: '\udc00' }), '/id holds half of a surrogate pair'],
    [feature({ geometry: 'POINT' }), '/geometry is not a geometry: an object with a type'],
    [
      feature({ geometry: { type: 'Point', coordinates: [1, 91] } }),
      '/geometry/coordinates has latitude 91, which is not between -90 and 90',
    ],
    [feature({ properties: [] }), '/properties is neither an object nor null'],
    [feature({ properties: 'x' }), '/properties is neither an object nor null'],
    [feature({ properties: { a: [1e999] } }), '/properties/a/0 is no finite number'],
    [feature({ properties: { a: 'x\0' } }), '/properties/a holds the character NUL'],
    [feature({ properties: { 'a\0': 1 } }), '/properties/a\0 the name of a member holds the character NUL'],
    [
      feature({ properties: { '\ud83d': 1 } }),
      '/properties/\ud83d the name of a member holds half of a surrogate pair',
    ],
    [feature({ properties: { a: () => 1 } }), '/properties/a is not a JSON value'],
    [feature({ foreign: { a: '\ud83d' } }), '/foreign/a holds half of a surrogate pair'],
    [
      JSON.parse('{"type": "Feature", "properties": {"__proto__": "\\u0000"}}'),
      '/properties/__proto__ holds the character NUL',
    ],
  ])('refuses %j and says where', (value, fault) => {
    expect(faultsOf(value)).toEqual([fault]);
  });

  it('tells faults of the id, the properties and the geometry together', () => {
    const bad = feature({
      id: '',
      properties: { a: '\0', b: NaN },
      geometry: { type: 'Line', coordinates: [] },
    });
    expect(faultsOf(bad)).toEqual([
      '/id is empty',
      '/properties/a holds the character NUL',
      '/properties/b is no finite number',
      '/geometry/type is not a type of geometry',
    ]);
  });

  it('counts levels from the feature', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    // The feature, its properties, then the arrays.
    expect(faultsOf(feature({ properties: { a: deep(29) } }))).toEqual([]);
    expect(faultsOf(feature({ properties: { a: deep(30) } }))).toEqual([]);
    expect(faultsOf(feature({ properties: { a: deep(31) } }))).toEqual([
      `/properties/a${'/0'.repeat(30)} is nested more than 32 levels deep`,
    ]);
    expect(faultsOf(feature({}), { maxDepth: 3 })).toEqual([]);
    expect(faultsOf(feature({}), { maxDepth: 2 })).toEqual([
      '/geometry/coordinates is nested more than 2 levels deep',
    ]);
  });

  it('counts members and items of all but coordinates, and stops where there are too many', () => {
    const coordinates = [[0, 0], [1, 1], [2, 2], [3, 3]]; // prettier-ignore
    const counted = feature({
      geometry: { type: 'LineString', coordinates },
      properties: { a: [1, { b: 2 }], c: {} },
    });
    // The feature's type and properties, the geometry's type, and a, two items, b, c.
    expect(faultsOf(counted, { maxValues: 8 })).toEqual([]);
    expect(faultsOf(counted, { maxValues: 7 })).toEqual([
      expect.stringMatching(/is beyond the 7 members and items that are allowed besides the coordinates$/),
    ]);
    const members = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, index]));
    for (const properties of [members, { list: Object.values(members) }])
      expect(faultsOf(feature({ properties }))).toHaveLength(1);
    const empty = { type: 'Point', coordinates: [] };
    const geometries = Array.from({ length: 50_000 }, () => empty);
    expect(faultsOf(feature({ geometry: { type: 'GeometryCollection', geometries } }))).toHaveLength(1);
    const parts = Array.from({ length: 100_001 }, () => []);
    expect(faultsOf(feature({ geometry: { type: 'MultiPolygon', coordinates: parts } }))).toHaveLength(1);
  });

  it('takes every JSON value that databases can hold as properties, and never throws', () => {
    const plain = fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' });
    fc.assert(fc.property(plain, (json) => faultsOf(feature({ properties: { json } })).length === 0));
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (geometry, properties) => {
        expect(validateFeature(feature({ geometry, properties }))).toHaveProperty('ok');
        expect(validateFeature(geometry)).toHaveProperty('ok');
      }),
    );
  });
});

describe('featureIdOf', () => {
  it('reads a number as its text', () => {
    const idOf = (id: string | number) => featureIdOf({ type: 'Feature', id });
    expect([idOf(1), idOf('1'), idOf(1.5), idOf(1e21), idOf(-0)]).toEqual(['1', '1', '1.5', '1e+21', '0']);
    expect(featureIdOf({ type: 'Feature' })).toBeUndefined();
  });
});
