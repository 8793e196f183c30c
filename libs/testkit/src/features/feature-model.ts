import { compareTexts } from '@cairn/kernel';
import { assert } from '../assert.js';
import { distanceBetween, type Feature, type Geometry, type Point } from '@cairn/geometry';
import type { FeatureCriteria, StoredFeature } from '@cairn/spaces';
import { criteriaMatcher, type ContentSummary, type FeatureModification } from '@cairn/spaces/spi';
import type { Subject } from '../contract.js';
import {
  aFeature,
  aPoint,
  DELETE,
  openSpace,
  PATCH,
  PUT,
  valueOf,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';
import {
  type Draw,
  type Model,
  type ModelFeature,
  type ModelHistory,
  patchStale,
  writersOf,
} from './stale-patch.model.js';
import { assertAccepted, comparisons, wantIndexes } from './indexes.js';

const places: readonly unknown[] = [
  null,
  aPoint(180, 0),
  aPoint(-180, 90),
  aPoint(0, -90),
  {
    type: 'LineString',
    coordinates: [
      [179, -1],
      [-179, 1],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [5, 5],
      [5, 5],
    ],
  },
  {
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
  },
];

/**
 * Writes and reads a fresh space as the numbers say, and fails where the store and a naive model disagree. Each number
 * is one operation of its own, so that whoever draws the numbers can leave some out to find the shortest failure.
 */
export async function assertLikeModel(
  subject: Subject<FeatureStorePorts>,
  operations: readonly number[],
): Promise<void> {
  const space = await openSpace(subject);
  const versionsToKeep = operations.length % 2 === 0 ? 1 : 3;
  await space.spaces.update(space.id, (stored) => ({ ...stored, settings: { versionsToKeep } }));
  const past = [new Map<string, ModelFeature>()];
  const writtenBy: ReadonlyMap<string, number>[] = [new Map<string, number>()];
  for (const operation of operations) {
    const draw = drawing(operation);
    await changeIndexes(space, draw);
    const { model, isChange } = await changeSome(space, { past, writtenBy, versionsToKeep }, draw);
    if (isChange) {
      past.push(model);
      writtenBy.push(await writersOf(space, model));
    }
    const { total, version: reached, summary } = await space.features.statistics(space.id);
    assert.deepEqual([total, reached], [model.size, past.length - 1]);
    if (summary.isExact) assert.deepEqual(countsOf(summary), countsIn(model));
    await assertSameFound(space, model, draw);
  }
}

async function changeSome(
  space: OpenedSpace,
  history: ModelHistory,
  draw: Draw,
): Promise<{ readonly model: Model; readonly isChange: boolean }> {
  const kind = draw(8);
  if (kind === 1) return await patchStale(space, history, draw);
  const model = new Map(history.past.at(-1));
  const isChange =
    kind === 0 ? (await eraseOne(space, model, draw)) > 0 : await writeSome(space, model, draw);
  return { model, isChange };
}

const countsOf = (summary: ContentSummary): readonly string[] =>
  [...summary.properties, ...summary.geometryTypes].map(({ name, count }) => `${name} ${count}`).sort();

function countsIn(model: Model): readonly string[] {
  const counts = new Map<string, number>();
  for (const { properties, geometry } of model.values())
    for (const name of [...Object.keys(properties), ...(geometry ? [(geometry as Geometry).type] : [])])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).sort();
}

async function writeSome(space: OpenedSpace, model: Model, draw: Draw): Promise<boolean> {
  const before = new Map(model);
  const modifications = Array.from({ length: 1 + draw(4) }, () => oneWrite(model, draw));
  const { inserted, updated, deleted } = await space.write(modifications);
  const changed = [...inserted, ...updated, ...deleted];
  for (const id of new Set([...before.keys(), ...model.keys()]))
    if (JSON.stringify(before.get(id)) !== JSON.stringify(model.get(id))) assert.ok(changed.includes(id), id);
  return (await space.features.statistics(space.id)).version > 0 && isTaken(before, model, changed);
}

/** A feature that came and went within one batch takes no version. */
function isTaken(before: Model, model: Model, changed: readonly string[]): boolean {
  return changed.some((id) => before.has(id) || model.has(id));
}

function oneWrite(model: Model, draw: Draw): FeatureModification {
  const id = `f${draw(6)}`;
  const properties = { [`p${draw(3)}`]: draw(4) };
  const geometry = places[draw(places.length)];
  const stored = model.get(id);
  switch (draw(4)) {
    case 0:
      model.delete(id);
      return writing(aFeature(id), DELETE);
    case 1:
      model.set(id, {
        properties: { ...stored?.properties, ...properties },
        geometry: stored?.geometry ?? null,
      });
      return writing({ type: 'Feature', id, properties }, PATCH);
    default:
      model.set(id, { properties, geometry });
      return writing(aFeature(id, { properties, geometry }), PUT);
  }
}

async function eraseOne(space: OpenedSpace, model: Model, draw: Draw): Promise<number> {
  const value = draw(4);
  const gone = [...model].filter(([, { properties }]) => properties['p0'] === value).map(([id]) => id);
  for (const id of gone) model.delete(id);
  const path = ['properties', 'p0'];
  const filter = { kind: 'compare', operator: 'equals', path, values: [value] } as const;
  const erased = await space.features.erase(space.id, { filter, now: 1 });
  assert.equal(erased, gone.length);
  return erased;
}

async function assertSameFound(space: OpenedSpace, model: Model, draw: Draw): Promise<void> {
  const all = await space.texts();
  const expected = [...model].sort(([one], [other]) => compareTexts(one, other));
  assert.deepEqual(
    all.map(valueOf).map(({ id, geometry, properties }) => [id, { properties: own(properties), geometry }]),
    expected,
  );
  const west = draw(360) - 180;
  const south = draw(180) - 90;
  const criteria: FeatureCriteria = { boxes: [[west, south, Math.min(180, west + draw(200)), 90]] };
  const matching = criteriaMatcher(criteria);
  const stored = await space.features.find(space.id, [...model.keys()]);
  const ids = stored.filter((feature) => matching({ feature })).map(({ id }) => id);
  assert.deepEqual(await space.ids(criteria), ids.sort(compareTexts), JSON.stringify(criteria));
  assert.equal(await space.features.count(space.id, criteria), ids.length);
  const limit = 1 + draw(6);
  assert.equal(await space.features.count(space.id, { ...criteria, limit }), Math.min(limit, ids.length));
  await assertAccepted(space, stored, { ...criteria, maxLevel: draw(16) });
  const [after = ''] = ids;
  const rest = ids.filter((id) => compareTexts(id, after) > 0).slice(0, 2);
  assert.deepEqual(await space.ids({ ...criteria, after, limit: 2 }), rest);
  await assertSameSorted(space, model, draw);
  await assertSameNearest(space, stored, draw);
  const values = [draw(4), draw(4)];
  for (const filter of comparisons(['properties', `p${draw(3)}`], values))
    await assertAccepted(space, stored, draw(2) === 0 ? { filter } : { filter, ...criteria });
}

/** Asks for other indexes, or builds some; which are ready makes no difference to what is found. */
async function changeIndexes(space: OpenedSpace, draw: Draw): Promise<void> {
  if (draw(3) === 0) await wantIndexes(space, { [`p${draw(3)}`]: true, [`p${draw(3)}`]: draw(2) === 0 });
  else if (draw(2) === 0) await space.features.index();
}

async function assertSameSorted(space: OpenedSpace, model: Model, draw: Draw): Promise<void> {
  const name = `p${draw(3)}`;
  const valueOf = (id: string): number => Number(model.get(id)?.properties[name] ?? Infinity);
  const expected = [...model.keys()].sort(
    (one, other) => Math.sign(valueOf(one) - valueOf(other)) || compareTexts(one, other),
  );
  const limit = 1 + draw(6);
  const sort = [{ path: ['properties', name], direction: 'ascending' }] as const;
  assert.deepEqual(await space.ids({ sort, limit }), expected.slice(0, limit));
}

async function assertSameNearest(
  space: OpenedSpace,
  stored: readonly StoredFeature[],
  draw: Draw,
): Promise<void> {
  const point = [draw(361) - 180, draw(181) - 90] as const;
  const place: Point = { type: 'Point', coordinates: point };
  const measured = stored.flatMap((feature) => {
    const { geometry } = JSON.parse(`${feature.body}}}}`) as Feature;
    return geometry ? [{ id: feature.id, meters: distanceBetween(place, geometry) }] : [];
  });
  measured.sort((one, other) => one.meters - other.meters || compareTexts(one.id, other.id));
  const limit = 1 + draw(4);
  const found = await space.features.nearest(space.id, { point, limit });
  assert.deepEqual(
    found.map(({ feature, distanceInMeters }) => ({ id: feature.id, meters: distanceInMeters })),
    measured.slice(0, limit),
  );
}

function own(properties: unknown): unknown {
  return Object.fromEntries(
    Object.entries(properties as ModelFeature['properties']).filter(([name]) => !name.startsWith('@ns')),
  );
}

/** Draws whole numbers from a seed (mulberry32). */
export function drawing(seed: number): Draw {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
