import { expect, it } from '@jest/globals';
import type { Geometry } from './geojson.js';
import { parseWkt } from './parse-wkt.js';
import { wktOf } from './wkt.js';

const ring = [[0, 0], [1, 0], [1, 1], [0, 0]] as const; // prettier-ignore

it.each<Geometry>([
  { type: 'Point', coordinates: [1.5, -2] },
  { type: 'Point', coordinates: [0.1 + 0.2, 1e-7, 1e21] },
  { type: 'Point', coordinates: [] },
  { type: 'MultiPoint', coordinates: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
  { type: 'LineString', coordinates: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
  { type: 'MultiLineString', coordinates: [ring, ring] },
  { type: 'Polygon', coordinates: [ring, ring] },
  { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] },
  { type: 'MultiPolygon', coordinates: [] },
  {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      { type: 'GeometryCollection', geometries: [] },
      { type: 'LineString', coordinates: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
    ],
  },
])('what is written is read again: %j', (geometry) => expect(parseWkt(wktOf(geometry))).toEqual(geometry));

it.each([
  ['SRID=2056;POINT(2600000 1200000 5)', { type: 'Point', coordinates: [2_600_000, 1_200_000, 5] }],
  [' point  z ( 1 2  3 ) ', { type: 'Point', coordinates: [1, 2, 3] }],
  ['POINTZ(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
  ['POINT M (1 2 3)', { type: 'Point', coordinates: [1, 2] }],
  ['POINT ZM (1 2 3 4)', { type: 'Point', coordinates: [1, 2, 3] }],
  ['POINT Z (1 2 nan)', { type: 'Point', coordinates: [1, 2] }],
  ['MULTIPOINT ((1 2), EMPTY, (3 4))', { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }], // prettier-ignore
  ['Polygon((0 0,1 0,1 1,0 0))', { type: 'Polygon', coordinates: [ring] }],
  ['LINESTRING Z EMPTY', { type: 'LineString', coordinates: [] }],
])('%s is read as other programs write it', (text, geometry) => expect(parseWkt(text)).toEqual(geometry));

it.each([
  '',
  'POINT',
  'POINT(1)',
  'POINT(1 2',
  'POINT(1 2) x',
  'POINT(1 2 3 4 5)',
  'POINT(nan 2)',
  'POINT(1,5 2,5)',
  'POINT(1e999 0)',
  'POINT(1.2.3 4)',
  'CIRCULARSTRING(0 0,1 1,2 0)',
  'LINESTRING(1 2,)',
  'GEOMETRYCOLLECTION('.repeat(10_000),
])('%s is none', (text) => expect(parseWkt(text)).toBeUndefined());
