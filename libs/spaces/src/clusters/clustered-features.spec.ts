import type { CellGrid } from '@cairn/geometry';
import { describe, expect, it } from '@jest/globals';
import { MAX_CELLS } from '../features/analytics/cell-query.js';
import { ClusteredFeatures } from './clustered-features.js';

const square = (size: number) =>
  ({ type: 'Polygon', coordinates: [[[0, 0], [size, 0], [size, size], [0, size], [0, 0]]] }) as const; // prettier-ignore

/** All its cells are one square, with a billionth of a billionth of what it is asked for. */
const grid: CellGrid = {
  cellAt: () => '0',
  outlineOf: () => square(1e-9),
  centreOf: () => [0, 0],
  isPentagon: () => false,
  areaOf: () => square(1e-9),
  *cellsIn() {
    for (let cell = 0; cell < 2 * MAX_CELLS; cell += 1) yield String(cell);
  },
  cellCountIn: () => 1,
  largestArea: 1,
  evenUpTo: 90,
};

describe('features by cells', () => {
  it('are refused when there are too many cells, also where each has next to nothing of an area', () => {
    const query = { grid: { kind: 'quadbin', zoom: 22 }, place: 'middle', weighting: 'area' } as const;
    const clustered = new ClusteredFeatures(query, grid);
    const whole = { type: 'Feature', id: 'a', geometry: square(1), properties: { '@ns:com:here:xyz': {} } };
    const body = JSON.stringify(whole).slice(0, -'}}}'.length);
    const feature = { id: 'a', body };
    expect([...clustered.offer({ feature } as never)].length).toBeGreaterThan(0);
    expect(() => clustered.result()).toThrow(`These are more than ${MAX_CELLS} cells`);
  });
});
