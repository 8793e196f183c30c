import { expect, it } from '@jest/globals';
import { type Geometry } from './geojson.js';
import { wktOf } from './wkt.js';

const ring = [[0, 0], [1, 0], [1, 1], [0, 0]] as const; // prettier-ignore
const text = '(0 0, 1 0, 1 1, 0 0)';

it.each<[Geometry, string]>([
  [{ type: 'Point', coordinates: [1.5, -2] }, 'POINT (1.5 -2)'],
  [{ type: 'Point', coordinates: [1, 2, 3, 4] }, 'POINT Z (1 2 3)'],
  [{ type: 'Point', coordinates: [] }, 'POINT EMPTY'],
  [{ type: 'MultiPoint', coordinates: [[1, 2, 3], [4, 5]] }, 'MULTIPOINT (1 2, 4 5)'], // prettier-ignore
  [{ type: 'LineString', coordinates: [[1, 2, 3], [4, 5, 6]] }, 'LINESTRING Z (1 2 3, 4 5 6)'], // prettier-ignore
  [{ type: 'MultiLineString', coordinates: [ring, ring] }, `MULTILINESTRING (${text}, ${text})`],
  [{ type: 'Polygon', coordinates: [ring, ring] }, `POLYGON (${text}, ${text})`],
  [
    { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] },
    `MULTIPOLYGON ((${text}), (${text}, ${text}))`,
  ],
  [{ type: 'Polygon', coordinates: [] }, 'POLYGON EMPTY'],
  [
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, { type: 'GeometryCollection', geometries: [] }] }, // prettier-ignore
    'GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION EMPTY)',
  ],
])('%j is written as %s', (geometry, written) => expect(wktOf(geometry)).toBe(written));
