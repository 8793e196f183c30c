import { assert } from '../assert.js';
import type { BoundingBox } from '@cairn/geometry';
import type { Contract } from '../contract.js';
import { aPoint, openSpace, type FeatureStorePorts } from './feature-store-ports.js';
import { counts, hexes } from './feature-cell.rules.js';
import { writeGeometries } from './found.js';

/** How areas are shared out to cells. */
export const featureShareRules = {
  'an area counts in its cells by its parts, as far as it is in the boxes, where it is asked to': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const box = (west: number, east: number) => [
      [[west, 0], [east, 0], [east, 10], [west, 10], [west, 0]], // prettier-ignore
    ];
    await writeGeometries(space, {
      // Tiles of zoom 2 have their edges at -90, 0 and 90.
      wide: { type: 'Polygon', coordinates: box(10, 100) },
      across: { type: 'MultiPolygon', coordinates: [box(170, 180), box(-180, -150)] },
      mixed: {
        type: 'GeometryCollection',
        geometries: [aPoint(-170, 5), { type: 'Polygon', coordinates: box(80, 82) }],
      },
      point: aPoint(45, 5),
      line: { type: 'LineString', coordinates: [[40, 1], [140, 3]] }, // prettier-ignore
      flat: { type: 'Polygon', coordinates: [[[-5, 1], [-5, 2], [-5, 3], [-5, 1]]] }, // prettier-ignore
      nowhere: null,
    });
    const query = { grid: { kind: 'quadbin', zoom: 2 }, place: 'middle', weighting: 'area' } as const;
    const cells = counts(await space.features.cells(space.id, query));
    assert.deepEqual(cells, {
      '02': 0.75, // the rest of `across`
      '03': 1, // flat
      '12': 3 - 0.111111111, // mixed, point and most of `wide`
      '13': 1 + 0.25 + 0.111111111, // line
    });
    const boxes: readonly BoundingBox[] = [[50, -90, 180, 90]];
    assert.deepEqual(counts(await space.features.cells(space.id, { ...query, boxes })), {
      '12': 1 + 0.444444444, // mixed, and what of `wide` is between 50 and 90
      '13': 1 + 0.25 + 0.111111111,
    });
    const hexagons = await space.features.cells(space.id, { ...hexes, weighting: 'area' });
    const total = hexagons.reduce((sum, { count }) => sum + count, 0);
    assert.ok(Math.abs(total - 6) < 1e-6, String(total));
  },

  'an area over more cells than are told apart is refused before they are made': async (subject) => {
    const space = await openSpace(subject);
    const world = [[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]]; // prettier-ignore
    await writeGeometries(space, { world: { type: 'Polygon', coordinates: world } });
    const finest = { kind: 'hexbin', resolution: 13 } as const; // cells of 44 m²
    const counting = space.features.cells(space.id, { grid: finest, place: 'middle', weighting: 'area' });
    await assert.rejects(counting, { code: 'invalid-input' });
  },
} satisfies Contract<FeatureStorePorts>;
