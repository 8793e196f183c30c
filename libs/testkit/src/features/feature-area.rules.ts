import { assert } from '../assert.js';
import type { BoundingBox } from '@cairn/geometry';
import { splitBbox } from '@cairn/geometry';
import type { Contract } from '../contract.js';
import { aPoint, openSpace, type FeatureStorePorts } from './feature-store-ports.js';
import { assertFound, writeGeometries } from './found.js';

/** How features are found by where they are. */
export const featureAreaRules = {
  'a box finds what has a point in it, whatever its own box': async (subject) => {
    const space = await openSpace(subject);
    const slope = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [10, 10],
      ],
    };
    const hole = [
      [4, 14],
      [6, 14],
      [6, 16],
      [4, 16],
      [4, 14],
    ];
    const square = [
      [0, 10],
      [10, 10],
      [10, 20],
      [0, 20],
      [0, 10],
    ];
    await writeGeometries(space, {
      slope,
      frame: { type: 'Polygon', coordinates: [square, hole] },
      corner: aPoint(10, 10),
      nowhere: null,
      empty: { type: 'MultiPoint', coordinates: [] },
    });
    await assertFound(space, { boxes: [[0, 5, 3, 9]] }, []);
    await assertFound(space, { boxes: [[4, 4, 6, 6]] }, ['slope']);
    await assertFound(space, { boxes: [[4.5, 14.5, 5.5, 15.5]] }, []);
    await assertFound(space, { boxes: [[3.5, 14.5, 5.5, 15.5]] }, ['frame']);
    await assertFound(space, { boxes: [[10, 10, 10, 10]] }, ['corner', 'frame', 'slope']);
    await assertFound(
      space,
      {
        boxes: [
          [4, 4, 6, 6],
          [20, 20, 30, 30],
          [9, 19, 11, 21],
        ],
      },
      ['frame', 'slope'],
    );
    await assertFound(space, { boxes: [[-180, -90, 180, 90]] }, ['corner', 'frame', 'slope']);
    await assertFound(space, { boxes: [] }, []);
  },

  'what lies across the antimeridian or at a pole is found from both sides': async (subject) => {
    const space = await openSpace(subject);
    const edge = [
      [-180, 50],
      [-170, 50],
    ];
    await writeGeometries(space, { edge: { type: 'LineString', coordinates: edge } });
    assert.deepEqual((await space.features.statistics(space.id)).bounds, [-180, 50, -170, 50]);
    await assertFound(space, { boxes: [[-175, 40, -172, 60]] }, ['edge']);
    const fiji = [
      [177, -19],
      [-178, -19],
      [-178, -16],
      [177, -16],
      [177, -19],
    ];
    await writeGeometries(space, {
      fiji: { type: 'Polygon', coordinates: [fiji] },
      east: aPoint(180, -17.5),
      west: aPoint(-180, 10),
      beyond: aPoint(-179.7, -17),
      pole: aPoint(0, 90),
      line: {
        type: 'LineString',
        coordinates: [
          [179, 0],
          [-179, 2],
        ],
      },
      far: aPoint(0, -17),
    });
    await assertFound(space, { boxes: [[178, -18, 179, -17]] }, ['fiji']);
    await assertFound(space, { boxes: [[-179, -18, -178.5, -17]] }, ['fiji']);
    await assertFound(space, { boxes: [[-180, -18, -179.9, -17]] }, ['east', 'fiji']);
    await assertFound(space, { boxes: [[179.5, 0, 180, 20]] }, ['line', 'west']);
    const across: BoundingBox = [179.5, -18, -179.5, 20];
    await assertFound(space, { boxes: splitBbox(across) }, ['beyond', 'east', 'fiji', 'line', 'west']);
    await assertFound(space, { boxes: [[-10, 89, 10, 90]] }, ['pole']);
  },

  'a place finds what meets it, lies in it, contains it, or is near it in metres': async (subject) => {
    const space = await openSpace(subject);
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
      ],
    } as const;
    await writeGeometries(space, {
      inside: aPoint(1, 1),
      across: {
        type: 'LineString',
        coordinates: [
          [3, 3],
          [9, 9],
        ],
      },
      around: {
        type: 'Polygon',
        coordinates: [
          [
            [-1, -1],
            [5, -1],
            [5, 5],
            [-1, 5],
            [-1, -1],
          ],
        ],
      },
      near: aPoint(0, 4.009), // 995 m
      nowhere: null,
    });
    const spatial = { geometry: area, radiusInMeters: 0, relation: 'intersects' } as const;
    await assertFound(space, { spatial }, ['across', 'around', 'inside']);
    await assertFound(space, { spatial: { ...spatial, relation: 'within' } }, ['inside']);
    await assertFound(space, { spatial: { ...spatial, relation: 'contains' } }, ['around']);
    await writeGeometries(space, { empty: { type: 'MultiPoint', coordinates: [] }, beside: aPoint(20, 20) });
    await assertFound(space, { spatial: { ...spatial, relation: 'disjoint' } }, ['beside', 'near']);
    const near = { ...spatial, geometry: { type: 'Point', coordinates: [0, 4] } } as const;
    await assertFound(space, { spatial: { ...near, radiusInMeters: 990 } }, ['around']);
    await assertFound(space, { spatial: { ...near, radiusInMeters: 1_000 } }, ['around', 'near']);
    await writeGeometries(space, { fiji: aPoint(179.999, -17) });
    const suva = { ...spatial, geometry: { type: 'Point', coordinates: [-179.999, -17] } } as const;
    await assertFound(space, { spatial: { ...suva, radiusInMeters: 215 } }, ['fiji']);
    await assertFound(space, { spatial: { ...suva, radiusInMeters: 210 } }, []);
  },

  'a pole is one place, whatever longitude it has': async (subject) => {
    const space = await openSpace(subject);
    const cap = [
      [0, 80],
      [10, 80],
      [10, 90],
      [0, 90],
      [0, 80],
    ];
    await writeGeometries(space, {
      cap: { type: 'Polygon', coordinates: [cap] },
      east: aPoint(60, 90),
      edge: aPoint(-180, 90),
      several: { type: 'MultiPoint', coordinates: [[-60, 90]] },
      below: aPoint(0, 89.999),
      south: aPoint(60, -90),
    });
    const north = { geometry: { type: 'Point', coordinates: [0, 90] }, radiusInMeters: 0 } as const;
    const atPole = ['cap', 'east', 'edge', 'several'];
    await assertFound(space, { spatial: { ...north, relation: 'intersects' } }, atPole);
    await assertFound(space, { spatial: { ...north, relation: 'contains' } }, atPole);
    await assertFound(space, { spatial: { ...north, relation: 'within' } }, ['east', 'edge', 'several']);
    await assertFound(space, { spatial: { ...north, relation: 'disjoint' } }, ['below', 'south']);
    const near = { ...north, relation: 'intersects', radiusInMeters: 1 } as const;
    await assertFound(space, { spatial: near }, atPole);
    const south = { ...north, geometry: { type: 'Point', coordinates: [-170, -90] } } as const;
    await assertFound(space, { spatial: { ...south, relation: 'intersects' } }, ['south']);
  },
} satisfies Contract<FeatureStorePorts>;
