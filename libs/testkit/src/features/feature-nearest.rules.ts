import { assert } from '../assert.js';
import type { NearestQuery } from '@cairn/spaces';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import { aFeature, aPoint, openSpace, writing, type FeatureStorePorts } from './feature-store-ports.js';
import { assertNearest, writeGeometries } from './found.js';

/** How features are found by their distance. */
export const featureNearestRules = {
  'the nearest features come by geodesic distance, then by id, up to a limit and a distance': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    await writeGeometries(space, {
      north: aPoint(0, 61),
      east: aPoint(1.5, 60),
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [-4, 58],
            [4, 58],
            [4, 62],
            [-4, 58],
          ],
        ],
      },
      there: aPoint(0, 60),
      also: aPoint(0, 60),
      nowhere: null,
      empty: { type: 'MultiPoint', coordinates: [] },
      far: aPoint(180, -60),
    });
    const query = { point: [0, 60], limit: 10 } as const;
    const all = await assertNearest(space, query, ['also', 'area', 'there', 'east', 'north', 'far']);
    const meters = all.map(({ distanceInMeters }) => Math.round(distanceInMeters / 100));
    assert.deepEqual(meters, [0, 0, 0, 837, 1114, 200_039]);
    for (const limit of [1, 2, 4])
      await assertNearest(
        space,
        { ...query, limit },
        all.slice(0, limit).map(({ feature }) => feature.id),
      );
    await assertNearest(space, { ...query, maxDistanceInMeters: 0 }, ['also', 'area', 'there']);
    await assertNearest(space, { ...query, maxDistanceInMeters: 83_600 }, ['also', 'area', 'there']);
    await assertNearest(space, { ...query, maxDistanceInMeters: 83_800 }, ['also', 'area', 'there', 'east']);
  },

  'the nearest features are found across the antimeridian and over the poles': async (subject) => {
    const space = await openSpace(subject);
    await writeGeometries(space, {
      ...Object.fromEntries(several(300, (number) => [`z${number}`, aPoint((number % 60) - 30, 10)])),
      west: aPoint(-179.9, -17),
      east: aPoint(179.7, -17),
      line: {
        type: 'LineString',
        coordinates: [
          [179, -16],
          [-179, -16],
        ],
      },
      here: aPoint(10, 89.5),
      over: aPoint(-170, 89.49),
      aside: aPoint(100, 89.3),
      south: aPoint(0, -90),
    });
    await assertNearest(space, { point: [180, -17], limit: 3 }, ['west', 'east', 'line']);
    await assertNearest(space, { point: [-180, -17], limit: 3 }, ['west', 'east', 'line']);
    await assertNearest(space, { point: [-179.99, -17], limit: 2 }, ['west', 'east']);
    await assertNearest(space, { point: [179.99, -16.1], limit: 1 }, ['line']);
    await assertNearest(space, { point: [10, 89.8], limit: 3 }, ['here', 'over', 'aside']);
    await assertNearest(space, { point: [0, 90], limit: 3 }, ['here', 'over', 'aside']);
    await assertNearest(space, { point: [123, -89], limit: 1 }, ['south']);
  },

  'the nearest features are those that meet the criteria, however far they are': async (subject) => {
    const space = await openSpace(subject);
    await space.write(
      several(400, (number) =>
        writing(
          aFeature(`f${number}`, {
            geometry: aPoint(number / 10, 0),
            properties: { rare: number % 150 === 149 },
          }),
        ),
      ),
    );
    const path = ['properties', 'rare'];
    const filter = { kind: 'compare', operator: 'equals', path, values: [true] } as const;
    const query: NearestQuery = { point: [0, 0], limit: 5, filter };
    await assertNearest(space, query, ['f149', 'f299']);
    await assertNearest(space, { ...query, boxes: [[20, -1, 40, 1]] }, ['f299']);
    await assertNearest(space, { ...query, filter: undefined, limit: 3 }, ['f0', 'f1', 'f2']);
    const controller = new AbortController();
    controller.abort();
    assert.deepEqual(await space.features.nearest(space.id, query, controller.signal), []);
    assert.equal((await rejection(space.features.nearest('absent', query))).code, 'space-not-found');
  },
} satisfies Contract<FeatureStorePorts>;
