import { describe, expect, it } from '@jest/globals';
import type { Geometry } from '@cairn/client';
import { boundsOf, unwrapped } from './geometry-bounds.ts';

const points = (...coordinates: readonly [number, number][]): Geometry => ({
  type: 'MultiPoint',
  coordinates,
});

describe('bounds of a geometry', () => {
  it.each([
    ['a point', { type: 'Point', coordinates: [11, 47, 600] }, [11, 47, 11, 47]],
    ['both hemispheres', points([-10, 5], [20, -5]), [-10, -5, 20, 5]],
    ['both sides of the antimeridian', points([179, -16], [-178, -19]), [179, -19, 182, -16]],
    [
      'several geometries',
      { type: 'GeometryCollection', geometries: [points([1, 2]), points([3, 4])] },
      [1, 2, 3, 4],
    ],
  ] as readonly [string, Geometry, readonly number[]][])('are the narrowest: %s', (_, geometry, bounds) => {
    expect(boundsOf(geometry)).toEqual(bounds);
  });

  it('are none of nothing', () => {
    expect(boundsOf(points())).toBeUndefined();
    expect(unwrapped([])).toBeUndefined();
  });

  it('go on beyond 180 where a box goes across the antimeridian', () => {
    expect(unwrapped([177, -20, -178, -16])).toEqual([177, -20, 182, -16]);
    expect(unwrapped([-10, -5, 20, 5])).toEqual([-10, -5, 20, 5]);
  });
});
