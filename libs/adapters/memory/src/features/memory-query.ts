import { compareTexts } from '@cairn/kernel';
import type { FeatureQuery, StoredFeature } from '@cairn/spaces';
import { criteriaMatcher, SortedFeatures } from '@cairn/spaces/spi';
import type { MemoryFeatures } from './memory-features.js';

/** The features that a query finds, in its order and without its limit. */
export function queriedFeatures(features: MemoryFeatures, query: FeatureQuery): Iterable<StoredFeature> {
  return query.sort === undefined ? byId(features, query) : bySort(features, query);
}

function* byId(features: MemoryFeatures, { after, ...criteria }: FeatureQuery): Generator<StoredFeature> {
  const accepts = criteriaMatcher(criteria);
  for (const candidate of features.candidates(criteria.filter)) {
    const { feature } = candidate;
    const isBehind = after === undefined || compareTexts(feature.id, after) > 0;
    if (isBehind && accepts(candidate)) yield feature;
  }
}

function* bySort(features: MemoryFeatures, query: FeatureQuery): Generator<StoredFeature> {
  const sorted = new SortedFeatures(query);
  const all = new Map<string, StoredFeature>();
  for (const candidate of features.candidates(query.filter)) {
    sorted.offer(candidate);
    all.set(candidate.feature.id, candidate.feature);
  }
  for (const id of sorted.ids()) {
    const feature = all.get(id);
    if (feature !== undefined) yield feature;
  }
}
