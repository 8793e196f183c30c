import { expect, it } from '@jest/globals';
import { contains, type Geometry, type Position } from '@cairn/geometry';
import type { StoredFeature } from '@cairn/spaces';
import { criteriaMatcher } from '@cairn/spaces/spi';

const stored: Omit<StoredFeature, 'body'> = { id: 'a', version: 1, createdAt: 1, updatedAt: 1, tags: [] };

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

/** The minimum of several runs, in milliseconds of the processor, so that other work on the machine does not count. */
function timeOf(run: () => void): number {
  const runs = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...runs);
}

it('large shapes are compared in a time that does not grow with the square of their edges', () => {
  const [small, large] = [comb(60), comb(960)];
  expect(contains(large, large)).toBe(true);
  const many = timeOf(() => {
    for (let run = 0; run < 16; run += 1) contains(small, small);
  });
  const growth = timeOf(() => contains(large, large)) / many;
  expect(growth).toBeLessThan(7); // 1 with the edges, 16 with their square
});

it('shapes that cross each other too often are refused, for comparing them would take minutes', () => {
  // Some seconds: of as many edges as make it slow.
  const stripe = (east: number): Position[][] => [[[0, 0], [east, 0], [east, 9], [0, 9], [0, 0]]]; // prettier-ignore
  const stack: Geometry = {
    type: 'MultiPolygon',
    coordinates: Array.from({ length: 5_000 }, (_, index) => stripe(index / 1_000)),
  };
  const text = JSON.stringify({ type: 'Feature', id: 'a', geometry: stack, properties: {} });
  const feature = { ...stored, body: `${text.slice(0, -2)}"@ns:com:here:xyz":{` };
  const geometry: Geometry = { type: 'Polygon', coordinates: [[[0, 1], [4, 1], [4, 8], [0, 8], [0, 1]]] }; // prettier-ignore
  const accepts = (relation: 'contains' | 'intersects') =>
    criteriaMatcher({ spatial: { geometry, relation, radiusInMeters: 0 } })({ feature });
  expect(() => accepts('contains')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  expect(accepts('intersects')).toBe(true);
});
