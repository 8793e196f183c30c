import { assert } from '../assert.js';
import type { FeatureCriteria, NearestQuery, NearFeature } from '@cairn/spaces';
import { aFeature, writing, type OpenedSpace, type Value } from './feature-store-ports.js';

/** Writes features with these geometries, by their ids. */
export async function writeGeometries(
  space: OpenedSpace,
  geometries: Readonly<Record<string, Value>>,
): Promise<void> {
  await space.write(Object.entries(geometries).map(([id, geometry]) => writing(aFeature(id, { geometry }))));
}

/** Writes features with these values as their `properties.v`, by their ids. */
export async function writeValues(
  space: OpenedSpace,
  values: Readonly<Record<string, Value>>,
): Promise<void> {
  await space.write(Object.entries(values).map(([id, v]) => writing(aFeature(id, { properties: { v } }))));
}

/** Fails unless the query gives these features, and the count agrees. */
export async function assertFound(
  space: OpenedSpace,
  criteria: FeatureCriteria,
  ids: readonly string[],
): Promise<void> {
  assert.deepEqual(await space.ids(criteria), ids, JSON.stringify(criteria));
  assert.equal(
    await space.features.count(space.id, criteria),
    ids.length,
    `counted: ${JSON.stringify(criteria)}`,
  );
}

/** Fails unless these are the nearest features, by their distances. */
export async function assertNearest(
  space: OpenedSpace,
  query: NearestQuery,
  ids: readonly string[],
): Promise<readonly NearFeature[]> {
  const found = await space.features.nearest(space.id, query);
  assert.deepEqual(
    found.map(({ feature }) => feature.id),
    ids,
    JSON.stringify(query),
  );
  return found;
}
