import { compareTexts } from '@cairn/kernel';
import {
  FeatureChunks,
  featureText,
  type FeatureChunk,
  type FeatureQuery,
  type StoredFeature,
} from '@cairn/spaces';
import { type Cancellation, criteriaMatcher, SortedFeatures } from '@cairn/spaces/spi';
import type { MemoryFeatures } from './memory-features.js';

/** What a query finds, in chunks of limited length. */
export function* queriedChunks(
  features: MemoryFeatures,
  query: FeatureQuery,
  cancellation: Cancellation | undefined,
): Generator<FeatureChunk, void, undefined> {
  const { limit = Infinity } = query;
  const { content, version } = features.head;
  const chunks = new FeatureChunks(query.saysVersion === true ? { content, version } : undefined);
  let given = 0;
  for (const feature of queriedFeatures(features, query)) {
    if (given === limit || cancellation?.aborted === true) break;
    const full = chunks.add(
      feature.id,
      features.copies.textOf(feature, query.copies) ?? featureText(feature),
    );
    if (full !== undefined) yield full;
    given += 1;
  }
  const rest = chunks.end();
  if (rest !== undefined && cancellation?.aborted !== true) yield rest;
}

/** The features that a query finds, in its order and without its limit. */
function queriedFeatures(features: MemoryFeatures, query: FeatureQuery): Iterable<StoredFeature> {
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
