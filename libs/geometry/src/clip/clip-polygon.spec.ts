import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BoundingBox } from '../geojson/bounding-box.js';
import { bboxPolygon } from '../boxes/bbox-polygon.js';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { contains } from '../predicates/contains.js';
import { clipToBbox } from './clip-to-bbox.js';
import { polygon, ring } from './polygons.spec.kit.js';

const COMB = polygon([
  [0, 0],
  [9, 0],
  [9, 9],
  [6, 9],
  [6, 3],
  [3, 3],
  [3, 9],
  [0, 9],
  [0, 0],
]);
const FRAME = polygon(ring([0, 0, 9, 9]), ring([3, 3, 6, 6]).reverse());
const PACIFIC = polygon(ring([170, -10, -170, 10]));

/** Twice the signed areas of all rings together. */
function doubleArea(geometry: Geometry | undefined): number {
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return 0;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const areaOf = (vertices: readonly Position[]) =>
    vertices.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = vertices[index + 1] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0);
  return polygons.flat().reduce((sum, vertices) => sum + areaOf(vertices), 0);
}

describe('clipToBbox of polygons', () => {
  it('takes apart a polygon that falls apart', () => {
    const clipped = clipToBbox(COMB, [-1, 5, 10, 7]);
    expect(clipped?.type === 'MultiPolygon' && clipped.coordinates).toHaveLength(2);
    expect(doubleArea(clipped)).toBe(2 * 12);
  });

  it('keeps a hole in the part around it, and opens one that is cut', () => {
    const whole = clipToBbox(FRAME, [-1, 2, 10, 7]);
    expect(whole?.type === 'Polygon' && whole.coordinates).toHaveLength(2);
    const opened = clipToBbox(FRAME, [-1, 4, 10, 5]);
    expect(opened?.type === 'MultiPolygon' && opened.coordinates.map((rings) => rings.length)).toEqual([
      1, 1,
    ]);
    expect(doubleArea(opened)).toBe(2 * 6);
  });

  it('gives each part its own holes', () => {
    const holes = [ring([1, 5, 2, 6]), ring([7, 5, 8, 6]), ring([7, 7, 8, 8])];
    const clipped = clipToBbox(
      { type: 'Polygon', coordinates: [...COMB.coordinates, ...holes] },
      [-1, 4, 10, 8.5],
    );
    const counts = clipped?.type === 'MultiPolygon' ? clipped.coordinates.map((rings) => rings.length) : [];
    expect(counts.sort()).toEqual([2, 3]);
  });

  it('cuts a polygon across the antimeridian in two', () => {
    const clipped = clipToBbox(PACIFIC, [175, -5, -175, 5]);
    expect(clipped?.type === 'MultiPolygon' && clipped.coordinates).toHaveLength(2);
    expect(doubleArea(clipped)).toBe(2 * 100);
    expect(clipToBbox(PACIFIC, [-175, -5, 175, 5])?.type).toBe('MultiPolygon');
    expect(doubleArea(clipToBbox(PACIFIC, [-175, -5, 175, 5]))).toBe(2 * 100);
  });

  const edge = fc.integer({ min: 0, max: 12 });
  const star = fc
    .array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 9 })
    .map((radii): Geometry => {
      const vertices = radii.map((radius, index): Position => {
        const angle = (2 * Math.PI * index) / radii.length;
        return [6 + Math.round(radius * Math.cos(angle)), 6 + Math.round(radius * Math.sin(angle))];
      });
      return polygon([...vertices, ...vertices.slice(0, 1)]);
    });

  it('divides any polygon among boxes, with nothing lost and nothing added', () => {
    fc.assert(
      fc.property(fc.oneof(star, fc.constant(COMB), fc.constant(FRAME)), edge, edge, (shape, x, y) => {
        const quarters: BoundingBox[] = [
          [-1, -1, x, y],
          [x, -1, 13, y],
          [-1, y, x, 13],
          [x, y, 13, 13],
        ];
        const parts = quarters.map((bbox) =>
          bbox[0] < bbox[2] && bbox[1] < bbox[3] ? clipToBbox(shape, bbox) : undefined,
        );
        const whole = Math.abs(doubleArea(shape));
        const sum = parts.reduce((total, part) => total + Math.abs(doubleArea(part)), 0);
        expect(Math.abs(sum - whole)).toBeLessThan(1e-9);
        for (const [index, part] of parts.entries()) {
          const bbox = quarters[index];
          if (part !== undefined && bbox !== undefined) expect(contains(bboxPolygon(bbox), part)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
