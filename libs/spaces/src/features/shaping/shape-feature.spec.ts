import { describe, expect, it } from '@jest/globals';
import { shapeFeatures, type FeatureShaping } from './shape-feature.js';

const shaped = (feature: object, shaping: FeatureShaping): unknown =>
  JSON.parse(shapeFeatures(JSON.stringify(feature), shaping));

const geometry = { type: 'Point', coordinates: [1, 2, 3] };
const feature = {
  type: 'Feature',
  id: 'f',
  title: 't',
  geometry,
  properties: { a: { b: 1, c: 2 }, list: ['v1', 'v2', 'v3'], deep: [{ x: 1 }, { x: 2, y: 3 }] },
};
const select = (geometryShown: 'shown' | 'null', ...paths: string[]): FeatureShaping => ({
  selection: { geometry: geometryShown, paths: paths.map((path) => path.split('/')) },
});

describe('a selection', () => {
  const known = { type: 'Feature', id: 'f', geometry };

  it('shows what it names, and always type, id, geometry and properties', () => {
    expect(shaped(feature, select('shown', 'properties/a/b', 'title', 'properties/none'))).toEqual({
      ...known,
      title: 't',
      properties: { a: { b: 1 } },
    });
    expect(shaped(feature, select('shown', 'properties/a', 'properties/a/b'))).toEqual({
      ...known,
      properties: { a: { b: 1, c: 2 } },
    });
    expect(shaped(feature, select('null'))).toEqual({ ...known, geometry: null, properties: {} });
  });

  it('closes arrays up', () => {
    expect(shaped(feature, select('shown', 'properties/list/1', 'properties/deep/1/x'))).toEqual({
      ...known,
      properties: { list: ['v2'], deep: [{ x: 2 }] },
    });
  });

  it('of everything but the geometry keeps the rest', () => {
    const text =
      '{"type":"Feature","id":"a","n":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"p":1}}';
    expect(shapeFeatures(text, { selection: { paths: 'all', geometry: 'null' } })).toBe(
      '{"type":"Feature","id":"a","n":1,"geometry":null,"properties":{"p":1}}',
    );
  });
});

describe('force2D', () => {
  it('takes altitudes away, in collections too, and keeps empty coordinates', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5],
      ],
    };
    const empty = { type: 'Point', coordinates: [] };
    const collection = { type: 'GeometryCollection', geometries: [geometry, line, empty] };
    expect(shaped({ ...feature, geometry: collection }, { force2D: true })).toMatchObject({
      geometry: {
        geometries: [
          { coordinates: [1, 2] },
          {
            coordinates: [
              [1, 2],
              [4, 5],
            ],
          },
          { coordinates: [] },
        ],
      },
    });
    expect(shaped({ ...feature, geometry: null }, { force2D: true })).toMatchObject({ geometry: null });
  });
});

describe('clip', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [10, 0],
    ],
  };

  it('cuts geometries at the edges of a box, also across the antimeridian', () => {
    const clipped = (
      geometry: object | null,
      clip: FeatureShaping['clip'],
      more: FeatureShaping = {},
    ): unknown => shaped({ ...feature, geometry }, { clip, ...more });
    expect(clipped(line, [4, -1, 20, 1])).toEqual({
      ...feature,
      geometry: { ...line, coordinates: [[4, 0], [10, 0]] }, // prettier-ignore
    });
    const wide = { ...line, coordinates: [[170, 0, 5], [-170, 0, 5]] }; // prettier-ignore
    expect(clipped(wide, [175, -1, -175, 1], { force2D: true })).toMatchObject({
      geometry: { type: 'MultiLineString', coordinates: [[[175, 0], [180, 0]], [[-180, 0], [-175, 0]]] }, // prettier-ignore
    });
    expect(clipped(line, [10, 0, 20, 1])).toMatchObject({ geometry: null, properties: feature.properties });
    expect(clipped(null, [0, 0, 1, 1])).toMatchObject({ geometry: null });
    const hidden = { selection: { geometry: 'null', paths: [] } } as const;
    expect(clipped(line, [4, -1, 20, 1], hidden)).toMatchObject({ geometry: null });
  });

  it('cuts geometries at the edges of an area, and leaves points as they are', () => {
    const clipArea = {
      type: 'Polygon',
      coordinates: [[[0, -5], [5, 0], [0, 5], [0, -5]]], // prettier-ignore
    } as const;
    expect(shaped({ ...feature, geometry: line }, { clipArea })).toEqual({
      ...feature,
      geometry: { ...line, coordinates: [[0, 0], [5, 0]] }, // prettier-ignore
    });
    expect(shaped(feature, { clipArea: { ...clipArea, coordinates: [] } })).toEqual(feature);
    expect(shaped({ ...feature, geometry: null }, { clipArea })).toMatchObject({ geometry: null });
  });

  it('leaves what is inside as it is, with every digit', () => {
    const text = '{"id":"a","geometry":{"type":"Point","coordinates":[1.00000000000000000001,2],"x":1e1}}';
    expect(shapeFeatures(text, { clip: [0, 0, 5, 5] })).toBe(text);
  });
});

it('features that are not shaped are passed on as they are, and several stay several', () => {
  const texts = '{"id":"a","n":12345678901234567890,"geometry":null},\n{"id":"b,\\n"}';
  expect(shapeFeatures(texts, {})).toBe(texts);
  expect(shapeFeatures(texts, { selection: { geometry: 'shown', paths: [['n']] } })).toBe(
    '{"id":"a","n":12345678901234567890,"geometry":null,"properties":{}},\n{"id":"b,\\n","properties":{}}',
  );
});
