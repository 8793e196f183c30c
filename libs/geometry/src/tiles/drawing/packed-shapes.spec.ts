import { describe, expect, it } from '@jest/globals';
import { packedShapes, unpackedShapes } from './packed-shapes.js';
import { type TileShapes } from './shaping.js';

const shapes: TileShapes = {
  points: [5, 6, -64, 4_160],
  lines: [
    [0, 0, 10, -3],
    [7, 7, 8, 8, 9, 7],
  ],
  polygons: [[100, 100, 140, 100, 140, 140], []],
  tinyPolygons: [
    { x: 3, y: -2, area: 65_537 },
    { x: 9, y: 4_096, area: 1 },
  ],
};

describe('packed shapes', () => {
  it('are small numbers, and come back as they were, also as text', () => {
    const packed = packedShapes(shapes);
    expect(packed.lines).toEqual([4, 0, 0, 10, -3, 6, 7, 7, 1, 1, 1, -1]);
    expect(unpackedShapes(packed)).toEqual(shapes);
    expect(JSON.parse(JSON.stringify(packed))).toEqual(packed);
  });

  it('may have nothing', () => {
    const nothing: TileShapes = { points: [], lines: [], polygons: [], tinyPolygons: [] };
    expect(unpackedShapes(packedShapes(nothing))).toEqual(nothing);
  });
});
