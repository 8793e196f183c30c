import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Geometry, type Position } from '../../geojson/geojson.js';
import { areaOf, draw, faultsOf, polygonAt, ringArea, TILE, type Address } from './drawing.spec.kit.js';

interface Crossing {
  readonly y: number;
  readonly slope: number;
}

describe('any polygon', () => {
  const place = fc.tuple(fc.integer({ min: -6000, max: 10000 }), fc.integer({ min: -6000, max: 10000 }));
  const crowded = fc.tuple(fc.integer({ min: 4085, max: 4100 }), fc.integer({ min: 90, max: 105 }));
  const ring = fc.oneof(
    fc.array(place, { minLength: 3, maxLength: 30 }),
    fc.array(crowded, { minLength: 3, maxLength: 40 }),
  );

  it('is drawn validly', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        expect(faultsOf(polygonAt(rings), TILE)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('has its area, and agrees with the next tile on their common side', () => {
    const star = fc.array(fc.integer({ min: 20, max: 3000 }), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(star, fc.integer({ min: 3000, max: 5000 }), (radii, centre) => {
        const outline = radii.map((radius, index) => {
          const angle = (index / radii.length) * 2 * Math.PI;
          return [
            Math.round(centre + radius * Math.cos(angle)),
            Math.round(2000 + radius * Math.sin(angle)),
          ] as const;
        });
        const geometry = polygonAt([outline]);
        const next: Address = [TILE[0], TILE[1] + 1, TILE[2]];
        const [left, right] = [areaOf(geometry, TILE, 0), areaOf(geometry, next, 0)];
        const flat = outline.flat();
        const length = outline.reduce((sum, [x, y], index) => {
          const [toX, toY] = outline[(index + 1) % outline.length] ?? [x, y];
          return sum + Math.hypot(toX - x, toY - y);
        }, 0);
        // Clipped at the north and south, it may lose area there.
        const isInside = outline.every(([x, y]) => y >= 0 && y <= 4096 && x >= 0 && x <= 8192);
        if (isInside) expect(Math.abs(left + right - Math.abs(ringArea(flat)))).toBeLessThanOrEqual(length);
        const ours = seamOf(geometry, TILE, 4096);
        const theirs = seamOf(geometry, next, 0);
        expect(theirs).toHaveLength(ours.length);
        for (const [index, { y, slope }] of ours.entries())
          expect(Math.abs(y - (theirs[index]?.y ?? NaN))).toBeLessThanOrEqual(1.1 * (1 + slope));
      }),
      { numRuns: 60 },
    );
  });

  it('of many positions at random is drawn, validly', () => {
    const next = sequence();
    const scribble = Array.from({ length: 4_000 }, () => [next() % 4096, next() % 4096] as const);
    const geometry = polygonAt([scribble]);
    expect(draw(geometry, TILE)).toHaveLength(1);
    expect(faultsOf(geometry, TILE)).toEqual([]);
  });

  it('that goes around the globe often is drawn a few times', () => {
    const rounds = 200;
    const spiral = Array.from({ length: 3 * rounds }, (_, index): Position => [
      (index % 3) * 120 - 180,
      (index / rounds) * 20,
    ]);
    const back = spiral.map(([longitude, latitude]): Position => [longitude, latitude - 1]).reverse();
    const geometry: Geometry = {
      type: 'Polygon',
      coordinates: [[...spiral, ...back, ...spiral.slice(0, 1)]],
    };
    const paths = draw(geometry, [0, 0, 0]).flatMap((feature) => feature.geometry.paths);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.length).toBeLessThan(20);
  });

  // With rows of a few units for edges and rings, and small cells all over the 255 tiles around one, these took gigabytes
  // and minutes. They take seconds.
  it.each([
    ['a comb, of which many teeth are left', [14, 8_419, 7_965], comb(30_002)],
    ['a comb whose teeth are closer than units', [11, 1_052, 995], comb(10_002)],
    ['a star that crosses itself everywhere', [5, 16, 15], star(3_001)],
  ] as const)('that goes on far beyond the tile is drawn: %s', (_, address, ring) => {
    const geometry: Geometry = { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
    expect(draw(geometry, address, 255 * 4_096)).toHaveLength(1);
  });

  function comb(positions: number): readonly Position[] {
    return Array.from({ length: positions }, (_, index) => [
      -20 + (40 * index) / positions,
      index % 2 === 0 ? -30 : 30,
    ]);
  }

  function star(positions: number): readonly Position[] {
    return Array.from({ length: positions }, (_, index) => [
      60 * Math.cos(2.4 * index),
      60 * Math.sin(2.4 * index),
    ]);
  }

  /** The same whole numbers each time, as if at random. */
  function sequence(): () => number {
    let state = 1;
    return () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state >> 8;
    };
  }

  /** Where edges go through the side between two tiles. */
  function seamOf(geometry: Geometry, address: Address, x: number): readonly Crossing[] {
    const paths = draw(geometry, address).flatMap((feature) => feature.geometry.paths);
    return paths.flatMap((path) => crossingsOf(path, x)).sort((one, other) => one.y - other.y);
  }

  function crossingsOf(path: readonly number[], x: number): readonly Crossing[] {
    const found: Crossing[] = [];
    for (let index = 0; index < path.length; index += 2) {
      const next = (index + 2) % path.length;
      const [ax = 0, ay = 0, bx = 0, by = 0] = [path[index], path[index + 1], path[next], path[next + 1]];
      const slope = (by - ay) / (bx - ax);
      if (ax > x !== bx > x) found.push({ y: ay + (x - ax) * slope, slope: Math.abs(slope) });
    }
    return found;
  }
});
