import { compareTexts } from '@cairn/kernel';
import { assert } from '../assert.js';
import { boundingBoxesOf, boxesIntersect, type BoundingBox, type Geometry } from '@cairn/geometry';
import type { FeatureCriteria } from '@cairn/spaces';
import { featureLevel } from '@cairn/spaces/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  DELETE,
  NOW,
  openSpace,
  PATCH,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';
import { assertFound } from './found.js';

/** Level and box of what is stored, by id. */
type Known = Map<string, { readonly level: number; readonly boxes: readonly BoundingBox[] }>;

const LEVELS = [0, 8, 11, 13, 14];
const AREAS: readonly (readonly BoundingBox[] | undefined)[] = [
  undefined,
  [[-180, -90, 180, 90]],
  [[7, 47, 9, 51]],
  [
    [179, -90, 180, 90],
    [-180, -90, -179, 90],
  ],
];

/** How the most important features are found. */
export const featureLevelRules = {
  'features up to a level are found by chance of their ids and by their size, however they came': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const ids = idsOfAllLevels();
    const known: Known = new Map();
    const put = async (some: readonly string[], turn: number): Promise<void> => {
      await space.write(
        some.map((id, index) => {
          const geometry = shapes[(index + turn) % shapes.length] ?? null;
          const boxes = geometry === null ? [] : boundingBoxesOf(geometry);
          known.set(id, { level: featureLevel(id, boxes), boxes });
          return writing(aFeature(id, { geometry, properties: { turn } }), turn === 2 ? PATCH : undefined);
        }),
      );
    };
    await put(ids, 0);
    await assertLevels(space, known);
    await put(ids.slice(10), 1);
    await put(ids.slice(30), 2);
    const gone = ids.slice(20, 30);
    await space.write(gone.map((id) => writing(aFeature(id), DELETE)));
    for (const id of gone) known.delete(id);
    const filter = {
      kind: 'compare',
      operator: 'equals',
      path: ['properties', 'turn'],
      values: [0],
    } as const;
    await space.features.erase(space.id, { filter, now: NOW });
    for (const id of ids.slice(0, 10)) known.delete(id);
    await assertLevels(space, known);
  },

  'a count ends at its limit': async (subject) => {
    const space = await openSpace(subject);
    await space.write(several(30, (number) => writing(aFeature(`f${number}`, { properties: { number } }))));
    const geometry = line([179, 0], [-179, 1]);
    await space.write(several(5, (number) => writing(aFeature(`across${number}`, { geometry }))));
    const filter = {
      kind: 'compare',
      operator: 'less',
      path: ['properties', 'number'],
      values: [20],
    } as const;
    const counts: readonly (readonly [FeatureCriteria, number])[] = [
      [{}, 35],
      [{ boxes: [[-180, -90, 180, 90]] }, 35],
      [{ boxes: [[7, 49, 9, 51]] }, 30],
      [{ filter }, 20],
      [{ filter, boxes: [[8, 50, 8, 50]] }, 20],
      [{ boxes: [[0, 0, 1, 1]] }, 0],
    ];
    for (const [criteria, count] of counts)
      for (const limit of [1, 19, 20, 29, 30, 31, 34, 35, 36])
        assert.equal(await space.features.count(space.id, { ...criteria, limit }), Math.min(limit, count));
  },
} satisfies Contract<FeatureStorePorts>;

/** Some ids of each level that points have, as far as it is not too rare. */
function idsOfAllLevels(): readonly string[] {
  const found = new Map<number, string[]>();
  for (let number = 0; number < 60_000; number += 1) {
    const id = `f${number}`;
    const level = featureLevel(id, []);
    const alike = found.get(level) ?? [];
    if (alike.length < 6) found.set(level, [...alike, id]);
  }
  assert.ok(found.size >= 7);
  return [...found.values()].flat();
}

const line = (...coordinates: readonly (readonly [number, number])[]): Geometry => ({
  type: 'LineString',
  coordinates,
});

const shapes: readonly (Geometry | null)[] = [
  { type: 'Point', coordinates: [8, 50] },
  null,
  line([8, 50], [8.01, 50]),
  line([8, 49], [8.01, 50]),
  { type: 'Point', coordinates: [180, 5] },
  line([179.9, 0], [-179.9, 1]),
  { type: 'MultiPoint', coordinates: [] },
  line([-170, 50], [0, 50], [170, 50]),
];

async function assertLevels(space: OpenedSpace, known: Known): Promise<void> {
  for (const maxLevel of LEVELS)
    for (const boxes of AREAS) {
      const ids = [...known].flatMap(([id, feature]) =>
        feature.level <= maxLevel && (boxes === undefined || boxesIntersect(feature.boxes, boxes))
          ? [id]
          : [],
      );
      await assertFound(space, { maxLevel, boxes }, ids.sort(compareTexts));
    }
}
