import type { PropertyFilter, FeatureCriteria } from '@cairn/spaces';
import { type ContentShapes, criteriaMatcher } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import type { FeatureSearch } from '../criteria/feature-search.js';
import { indexedSearch } from '../indexes/index-source.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { candidates, type Found } from './candidates.js';
import { candidateOf } from '../rows/feature-texts.js';
import { TimeSlice } from '../../../sql/time-slice.js';

/** The features that matched a filter at a version of a space. */
export interface Matched {
  readonly key: number;
  readonly version: number;
  readonly ids: readonly string[];
}

/**
 * Finds the features that match a filter, before the space is locked; `undefined` if SQL alone decides which ones
 * match, so that they need not be found first.
 */
export async function matchedFeatures(
  connection: Connection,
  space: FeatureSpace,
  filter: PropertyFilter,
): Promise<Matched | undefined> {
  const search = await indexedSearch(connection, space, { filter });
  if (search.isExact) return undefined;
  const { key, head } = space;
  return { key, version: head.version, ids: await idsOf(connection, search, filter) };
}

/** The features that a search finds and the filter accepts. */
export async function idsOf(
  connection: Connection,
  search: FeatureSearch,
  filter: PropertyFilter,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const found = candidates(connection, search, { by: 'nothing' });
  for await (const features of accepted(found, { filter })) for (const { id } of features) ids.push(id);
  return ids;
}

/** The features that meet the criteria, in batches. */
export async function* accepted(
  batches: AsyncIterable<readonly Found[]>,
  criteria: FeatureCriteria,
  shapes?: ContentShapes,
): AsyncGenerator<readonly Found[], void> {
  const accepts = criteriaMatcher(criteria);
  const slice = new TimeSlice();
  for await (const batch of batches) {
    if (batch.every(({ isSure }) => isSure)) {
      yield batch;
      continue;
    }
    const features: Found[] = [];
    for (const found of batch) {
      if (found.isSure || accepts(candidateOf(found, shapes))) features.push(found);
      if (slice.isOver) await slice.next();
    }
    if (features.length > 0) yield features;
  }
}
