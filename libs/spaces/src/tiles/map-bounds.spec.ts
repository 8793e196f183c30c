import type { BoundingBox } from '@cairn/geometry';
import { expect, it } from '@jest/globals';
import { mapBounds } from './archive-content.js';

it.each<[string, BoundingBox | undefined]>([
  ['nothing', undefined],
  ['null island', [0, 0, 0, 0]],
  ['places on the equator', [-30, 0, 45, 0]],
  ['places on a meridian', [0, -20, 0, 50]],
  ['a place on the antimeridian', [180, 5, 180, 5]],
  ['its other name', [-180, 5, -180, 5]],
  ['the north pole', [0, 90, 0, 90]],
  ['the south pole', [-180, -90, 180, -90]],
  ['what is north of the map', [10, 86, 12, 88]],
  ['the world', [-180, -90, 180, 90]],
])('bounds for maps have an area and are on the map: %s', (_, bounds) => {
  const [west, south, east, north] = mapBounds(bounds);
  expect([east - west >= 1e-4, north - south >= 1e-4]).toEqual([true, true]);
  expect([west >= -180, south >= -85.0511, east <= 180, north <= 85.0511]).toEqual([true, true, true, true]);
});
