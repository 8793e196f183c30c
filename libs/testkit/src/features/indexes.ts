import { compareTexts } from '@cairn/kernel';
import { assert } from '../assert.js';
import type { FeatureCriteria, PropertyFilter, StoredFeature, SpaceSettings } from '@cairn/spaces';
import { criteriaMatcher, indexedPaths, OPERATORS, type IndexingStep } from '@cairn/spaces/spi';
import type { OpenedSpace } from './feature-store-ports.js';
import { assertFound } from './found.js';

export type Searchable = NonNullable<SpaceSettings['searchableProperties']>;

/** Has the space ask for these indexes and no others; they are not built yet. */
export async function wantIndexes(space: OpenedSpace, searchableProperties: Searchable): Promise<void> {
  await space.spaces.update(space.id, ({ settings, ...stored }) => ({
    ...stored,
    settings: { ...settings, searchableProperties },
  }));
}

/** Works on all indexes of the store until there is nothing to do, and gives the steps that it took. */
export async function buildIndexes({
  features,
}: Pick<OpenedSpace, 'features'>): Promise<readonly IndexingStep[]> {
  const steps: IndexingStep[] = [];
  for (let step = await features.index(); step !== 'done'; step = await features.index()) {
    assert.ok('looked' in step, JSON.stringify(step));
    steps.push(step);
  }
  return steps;
}

/** Fails unless searches of the space use these indexes and no others. */
export async function assertIndexed(space: OpenedSpace, searchableProperties: Searchable): Promise<void> {
  const names = (paths: readonly (readonly string[])[]): readonly string[] => paths.map(String).sort();
  assert.deepEqual(
    names(await space.features.indexed(space.id)),
    names(indexedPaths({ searchableProperties })),
  );
}

/** Fails unless the space finds those of the features that the criteria accept. */
export async function assertAccepted(
  space: OpenedSpace,
  features: readonly StoredFeature[],
  criteria: FeatureCriteria,
): Promise<void> {
  const accepts = criteriaMatcher(criteria);
  const ids = features.filter((feature) => accepts({ feature })).map(({ id }) => id);
  await assertFound(space, criteria, ids.sort(compareTexts));
}

/** Every comparison of a member with each of the values. */
export function comparisons(
  path: readonly string[],
  values: readonly (string | number | boolean | null)[],
): readonly PropertyFilter[] {
  return OPERATORS.flatMap((operator) =>
    values.map((value) => ({ kind: 'compare' as const, operator, path, values: [value] })),
  );
}
