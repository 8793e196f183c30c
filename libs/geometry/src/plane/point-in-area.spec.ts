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

/** A ring around a place, with teeth that cross others of the same latitude. */
function toothed(x: number, y: number, teeth: number): (readonly [number, number])[] {
  const positions = Array.from({ length: teeth * 2 }, (_, index) => {
    const angle = (Math.PI * index) / teeth;
    const radius = index % 2 === 0 ? 9 : 2 + ((index * 7) % 5);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
  return [...positions, ...positions.slice(0, 1)];
}

it('locate counts as a look at every edge does, for rings of any number of teeth', () => {
  for (const teeth of [3, 8, 33, 100]) {
    const hole = toothed(1, 1, teeth).map(([x, y]) => [x / 9, y / 9] as const);
    const rings = [toothed(0, 0, teeth), hole.toReversed()];
    const several = [rings, [toothed(12, 3, teeth)], [toothed(-14, -2, 5)]];
    const area = prepare({ type: 'MultiPolygon', coordinates: several });
    for (let index = 0; index < 400; index += 1) {
      const [x, y] = [((index * 37) % 601) / 15 - 20, ((index * 91) % 307) / 15 - 10];
      const isInside = several.some(
        (polygon) => polygon.flatMap((ring) => crossings(ring, x, y)).length % 2 === 1,
      );
      expect([x, y, locate({ x, y, z: undefined }, area) !== 'outside']).toEqual([x, y, isInside]);
    }
  }
});

/** The edges of the ring that a ray to the east crosses. */
function crossings(ring: readonly (readonly [number, number])[], x: number, y: number) {
  return ring.slice(1).filter(([bx, by], index) => {
    const [ax = 0, ay = 0] = ring[index] ?? [];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  });
}
