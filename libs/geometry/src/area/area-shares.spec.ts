import { describe, expect, it } from '@jest/globals';
import type { Grid } from '../cells/cell-grid.js';
import { openGrid } from '../cells/open-grid.js';
import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Geometry, Position } from '../geojson/geojson.js';
import { type AreaShare, areaShares } from './area-shares.js';

/** Park and Miller's minimal standard. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A ring around a place, up to so many degrees from it; it may go beyond the antimeridian. */
function star([x, y]: Position, reach: number, random: () => number): readonly Position[] {
  const count = 3 + Math.floor(9 * random());
  const ring = Array.from({ length: count }, (_, corner): Position => {
    const [angle, far] = [(corner / count) * 2 * Math.PI, reach * (0.3 + 0.7 * random())];
    return [x + 1.5 * far * Math.cos(angle), Math.max(-90, Math.min(90, y + far * Math.sin(angle)))];
  });
  return [...ring, ...ring.slice(0, 1)];
}

async function sharesOf(geometry: Geometry, grid: Grid, ...boxes: readonly (readonly number[])[]) {
  const found: Record<string, number> = {};
  const given = boxes.map(
    ([west = 0, south = 0, east = 0, north = 0]) => [west, south, east, north] as const,
  );
  const shares = areaShares(geometry, await openGrid(grid), { boxes: given.length > 0 ? given : undefined });
  for (const share of made(shares))
    if (share !== undefined) found[share.cell] = (found[share.cell] ?? 0) + share.share;
  return found;
}

function made(shares: ReturnType<typeof areaShares>): Iterable<AreaShare | undefined> {
  if (shares === 'too-many') throw new Error('There are too many cells.');
  return shares ?? [];
}

const sumOf = (shares: Readonly<Record<string, number>>): number =>
  Object.values(shares).reduce((sum, share) => sum + share, 0);

const grids: readonly Grid[] = [
  ...[0, 1, 2, 4].map((resolution) => ({ kind: 'hexbin', resolution }) as const),
  ...[0, 3, 6].map((zoom) => ({ kind: 'quadbin', zoom, gap: 0.01 }) as const),
];

describe('the shares of an area', () => {
  it.each(grids)('are one altogether, wherever it is: %j', async (grid) => {
    const random = randomOf(2026);
    const reach = grid.kind === 'hexbin' && grid.resolution > 2 ? 3 : 40;
    for (let number = 0; number < 40; number += 1) {
      const place = [random() * 360 - 180, random() * 180 - 90] as const;
      const polygon = { type: 'Polygon', coordinates: [star(place, reach * random(), random)] } as const;
      expect(sumOf(await sharesOf(polygon, grid))).toBeCloseTo(1, 10);
    }
  });

  it('are the parts of random places in it that are in each cell', async () => {
    const random = randomOf(7);
    const [ring, hole] = [star([20, 40], 12, random), star([20, 40], 2, random)];
    const grid = { kind: 'hexbin', resolution: 2 } as const;
    const [cells, shares] = [
      await openGrid(grid),
      await sharesOf({ type: 'Polygon', coordinates: [ring, hole] }, grid),
    ];
    const [least = 0, most = 0] = [28, 52].map((latitude) => Math.sin((latitude * Math.PI) / 180));
    const counted: Record<string, number> = {};
    let total = 0;
    for (let number = 0; number < 200_000; number += 1) {
      // Places all over the globe, of those around the ring.
      const sine = least + random() * (most - least);
      const place = [2 + random() * 36, (Math.asin(sine) * 180) / Math.PI] as const;
      if (!isInside(place, ring) || isInside(place, hole)) continue;
      total += 1;
      const cell = cells.cellAt(place);
      counted[cell] = (counted[cell] ?? 0) + 1;
    }
    for (const cell of new Set([...Object.keys(counted), ...Object.keys(shares)]))
      expect(Math.abs((counted[cell] ?? 0) / total - (shares[cell] ?? 0))).toBeLessThan(0.01);
  });

  it('of boxes side by side add up to those of both', async () => {
    const polygon = { type: 'Polygon', coordinates: [star([10, 50], 20, randomOf(3))] } as const;
    const grid = { kind: 'hexbin', resolution: 3 } as const;
    const [west, east, both] = [
      await sharesOf(polygon, grid, [-180, -90, 9, 90]),
      await sharesOf(polygon, grid, [9, -90, 180, 90]),
      await sharesOf(polygon, grid),
    ];
    expect(sumOf(west)).toBeGreaterThan(0.2);
    for (const cell of Object.keys(both))
      expect((west[cell] ?? 0) + (east[cell] ?? 0)).toBeCloseTo(both[cell] ?? 0, 10);
  });

  it('reach from pole to pole, though the map does not', async () => {
    const coordinates = [[[0, -90], [90, -90], [90, 90], [0, 90], [0, -90]]] as const; // prettier-ignore
    const shares = await sharesOf({ type: 'Polygon', coordinates }, { kind: 'quadbin', zoom: 1 });
    expect(Object.keys(shares).sort()).toEqual(['1', '3']);
    expect(shares['1']).toBeCloseTo(0.5, 12);
  });

  it.each([1e-3, 1e-6, 1e-8])('are whole for what is smaller than a cell: %d degrees', async (size) => {
    const places = [[8.5, 47.3], [-179.99, -70.1], [120.3, 0.2]] as const; // prettier-ignore
    for (const [x, y] of places) {
      const ring = [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]] as const; // prettier-ignore
      const shares = await sharesOf(
        { type: 'Polygon', coordinates: [ring] },
        { kind: 'hexbin', resolution: 5 },
      );
      expect(sumOf(shares)).toBeCloseTo(1, 5);
    }
  });

  it('of a large area come in many steps', async () => {
    const corners = Array.from({ length: 5_000 }, (_, corner): Position => {
      const angle = (corner / 5_000) * 2 * Math.PI;
      const far = 30 + Math.sin(50 * angle);
      return [far * Math.cos(angle), far * Math.sin(angle)];
    });
    const polygon = { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] } as const;
    let [steps, sum] = [0, 0];
    const shares = areaShares(polygon, await openGrid({ kind: 'hexbin', resolution: 3 }));
    for (const share of made(shares)) {
      steps += Number(share === undefined);
      sum += share?.share ?? 0;
    }
    expect(sum).toBeCloseTo(1, 8);
    expect(steps).toBeGreaterThan(100);
  });

  it.each([
    ['around a pole', [[0, 89.99], [120, 89.99], [-120, 89.99], [0, 89.99]]], // prettier-ignore
    ['at the edge of the map', [[-180, -90], [180, -90], [180, -89.99], [-180, -89.99], [-180, -90]]], // prettier-ignore
    ['thin', [[-20, 10], [69, 10], [69, 10.0000001], [-20, 10.0000001], [-20, 10]]], // prettier-ignore
  ] as const)('of what is %s come in steps of few cells', async (_, ring) => {
    const polygon = { type: 'Polygon', coordinates: [ring] } as const;
    const sum = sumOf(await sharesOf(polygon, { kind: 'hexbin', resolution: 7 }));
    expect(sum).toBeCloseTo(1, 8);
    let [inStep, most, count] = [0, 0, 0];
    for (const share of made(areaShares(polygon, await openGrid({ kind: 'hexbin', resolution: 13 })))) {
      inStep = share === undefined ? 0 : inStep + 1;
      most = Math.max(most, inStep);
      if ((count += 1) > 1_000) break;
    }
    expect(most).toBeLessThan(300);
  });

  it.each<Grid>([
    { kind: 'hexbin', resolution: 3 },
    { kind: 'quadbin', zoom: 6 },
  ])('are not made of an area that has more cells than are wanted: %j', async (kind) => {
    const grid = await openGrid(kind);
    const ring = [[-80, -60], [80, -60], [80, 60], [-80, 60], [-80, -60]] as const; // prettier-ignore
    const polygon = { type: 'Polygon', coordinates: [ring] } as const;
    const maxCells = Object.keys(await sharesOf(polygon, kind)).length;
    expect(areaShares(polygon, grid, { maxCells })).not.toBe('too-many');
    expect(areaShares(polygon, grid, { maxCells: maxCells / 2 })).toBe('too-many');
    const little: BoundingBox = [10, 10, 11, 11];
    expect(areaShares(polygon, grid, { maxCells: maxCells / 2, boxes: [little] })).not.toBe('too-many');
  });

  it.each<Geometry>([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'LineString', coordinates: [[1, 2], [3, 4]] }, // prettier-ignore
    { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [2, 0], [0, 0]]] }, // prettier-ignore
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'GeometryCollection', geometries: [] },
  ])('are none without an area: %j', async (geometry) => {
    expect(areaShares(geometry, await openGrid({ kind: 'quadbin', zoom: 3 }))).toBeUndefined();
  });
});

/** By counting edges to the east. */
function isInside([x, y]: readonly [number, number], ring: readonly Position[]): boolean {
  let inside = false;
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (from === undefined || from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
  }
  return inside;
}
