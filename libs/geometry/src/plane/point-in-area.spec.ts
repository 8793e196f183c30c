import { expect, it } from '@jest/globals';
import { type Geometry } from '../geojson/geojson.js';
import { locate } from './point-in-area.js';
import { prepare } from './prepared-geometry.js';

const square = (from: number, to: number) => [
  [from, from] as const,
  [to, from] as const,
  [to, to] as const,
  [from, to] as const,
  [from, from] as const,
];
const FRAME: Geometry = { type: 'Polygon', coordinates: [square(0, 9), square(3, 6)] };
const TWICE: Geometry = { type: 'GeometryCollection', geometries: [FRAME, FRAME] };

it.each([
  [1, 1, 'inside'],
  [3, 8, 'inside'],
  [0, 0, 'boundary'],
  [9, 4, 'boundary'],
  [5, 9, 'boundary'],
  [3, 3, 'boundary'],
  [6, 5, 'boundary'],
  [5, 3, 'boundary'],
  [5, 5, 'outside'],
  [9.000001, 4, 'outside'],
  [-1, 0, 'outside'],
  [-1, 9, 'outside'],
  [361, 1, 'inside'],
])('locate of %d, %d', (x, y, location) => {
  const vertex = { x, y, z: undefined };
  expect(locate(vertex, prepare(FRAME))).toBe(location);
  expect(locate(vertex, prepare(TWICE))).toBe(location);
});
