import { describe, expect, it } from '@jest/globals';
import * as h3 from 'h3-js';
import { sphericalArea } from '../area/area-shares.js';
import type { Geometry, Position, Rings } from '../geojson/geojson.js';
import { prepare } from '../plane/prepared-geometry.js';
import { intersects } from '../predicates/intersects.js';
import { hexCellArea, hexGrid } from './hex-grid.js';

const polygonsOf = (geometry: Geometry): readonly Rings[] =>
  geometry.type === 'MultiPolygon'
    ? geometry.coordinates
    : geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : [];

/** Edges that several polygons of a geometry have in common. */
function sharedEdgesOf(geometry: Geometry): number {
  const owners = new Map<string, number>();
  let shared = 0;
  for (const [number, rings] of polygonsOf(geometry).entries())
    for (const ring of rings)
      for (const [index, position] of ring.entries()) {
        const before = ring[index - 1];
        if (before === undefined) continue;
        const edge = [String(before), String(position)].sort().join(' ');
        if ((owners.get(edge) ?? number) !== number) shared += 1;
        owners.set(edge, number);
      }
  return shared;
}

describe('the outline of a cell of H3', () => {
  it.each([0, 1, 2, 9])('around a pole is one polygon, at resolution %d', (resolution) => {
    const grid = hexGrid(h3, resolution);
    for (const latitude of [90, -90]) {
      const outline = grid.outlineOf(grid.cellAt([0, latitude]));
      expect(polygonsOf(outline)).toHaveLength(1);
      expect(intersects(outline, { type: 'Point', coordinates: [77, latitude] })).toBe(true);
    }
  });

  it('has no two polygons that share an edge, whatever the cell, and the area of the cell', () => {
    const grid = hexGrid(h3, 1);
    for (const cell of h3.getRes0Cells().flatMap((base) => h3.cellToChildren(base, 1))) {
      const outline = grid.outlineOf(cell);
      expect([cell, sharedEdgesOf(outline)]).toEqual([cell, 0]);
      const area = sphericalArea({ type: 'MultiPolygon', coordinates: polygonsOf(outline) });
      expect(area / h3.cellArea(cell, 'rads2')).toBeCloseTo(1, 0);
    }
  });
});

/** Places all over the globe, of a spiral that gives each the same room. */
const places = Array.from({ length: 120 }, (_, index): Position => {
  const latitude = (Math.asin(1 - (2 * index + 1) / 120) * 180) / Math.PI;
  return [((index * 137.50776405) % 360) - 180, latitude];
});

describe('the area of a cell of H3', () => {
  it.each([0, 1])(
    'holds the places that H3 says are in it, and no others, at resolution %d',
    (resolution) => {
      const areas = new Map<string, ReturnType<typeof prepare>>();
      const areaOf = (cell: string) => {
        const known = areas.get(cell) ?? prepare(hexCellArea(h3, cell));
        areas.set(cell, known);
        return known;
      };
      const wrong = places.filter((coordinates) => {
        const cell = h3.latLngToCell(coordinates[1], coordinates[0], resolution);
        return h3
          .gridDisk(cell, 1)
          .some((near) => intersects(areaOf(near), { type: 'Point', coordinates }) !== (near === cell));
      });
      expect(wrong).toEqual([]);
    },
  );
});
