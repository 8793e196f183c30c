import { expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { contains } from './contains.js';

/** A square whose lower side has this many positions in between. */
function square(count: number): Geometry & { readonly type: 'Polygon' } {
  const lower = Array.from({ length: count }, (_, index): Position => [(10 * index) / count, 0]);
  return { type: 'Polygon', coordinates: [[...lower, [10, 0], [10, 10], [0, 10], [0, 0]]] };
}

it('one long edge and many short ones along it are the same', () => {
  const [one, many] = [square(1), square(500)];
  expect([contains(one, many), contains(many, one), contains(many, many)]).toEqual([true, true, true]);
  const rings = many.coordinates.map((ring) =>
    ring.map(([x, y]): Position => [x, x === 5 && y === 0 ? 1 : y]),
  );
  const lacking: Geometry = { type: 'Polygon', coordinates: rings };
  expect([contains(lacking, one), contains(one, lacking)]).toEqual([false, true]);
});
