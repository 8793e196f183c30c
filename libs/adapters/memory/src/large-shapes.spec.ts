import { expect, it } from '@jest/globals';
import { contains, type Geometry, type Position } from '@cairn/geometry';

/** A strip with this many adjacent teeth of equal height. */
function comb(teeth: number): Geometry {
  const width = 10 / teeth;
  const upper = Array.from({ length: teeth }, (_, tooth): Position[] => [
    [tooth * width, 1],
    [tooth * width, 10],
    [(tooth + 0.5) * width, 10],
    [(tooth + 0.5) * width, 1],
  ]).flat();
  return { type: 'Polygon', coordinates: [[...upper, [10, 1], [10, 0], [0, 0], [0, 1]]] };
}

/** The minimum of several runs, in milliseconds. */
function timeOf(run: () => void): number {
  const runs = Array.from({ length: 8 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

it('large shapes are compared in a time that does not grow with the square of their edges', () => {
  const [small, large] = [comb(60), comb(480)];
  expect(contains(large, large)).toBe(true);
  const growth = timeOf(() => contains(large, large)) / timeOf(() => contains(small, small));
  expect(growth).toBeLessThan(40); // 8 with the edges, 64 with their square
});
