import { describe, expect, it } from '@jest/globals';
import type { Geometry } from '@cairn/client';
import { drawable } from './drawable.ts';

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
] as const;

describe('drawable', () => {
  it('has no more digits than the map draws', () => {
    expect(drawable({ type: 'Point', coordinates: [11.12345678949, 47] })).toEqual({
      type: 'Point',
      coordinates: [11.123456789, 47],
    });
    expect(drawable({ type: 'Polygon', coordinates: [ring] })).toEqual({
      type: 'Polygon',
      coordinates: [ring],
    });
  });

  it.each<[string, Geometry]>([
    ['several shapes', { type: 'MultiPoint', coordinates: [[0, 0]] }],
    ['a hole', { type: 'Polygon', coordinates: [ring, ring] }],
    [
      'an altitude',
      {
        type: 'LineString',
        coordinates: [
          [0, 0, 5],
          [1, 1],
        ],
      },
    ],
    ['very many positions', { type: 'LineString', coordinates: Array.from({ length: 1_001 }, () => [0, 0]) }],
  ])('leaves out what would not be kept: %s', (_, geometry) => {
    expect(drawable(geometry)).toBeUndefined();
  });
});
