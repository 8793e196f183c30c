import {
  FEATURE_SEPARATOR,
  type FeatureChunk,
  type FeatureQuery,
  type NearestQuery,
  type PropertyFilter,
  type StoredFeature,
} from '@cairn/spaces';
import type { FeaturePorts, FeatureModification, WriteBatch } from '@cairn/spaces/spi';
import { later, sabotaged } from '../saboteurs.js';
import type { FeatureStorePorts } from './feature-store-ports.js';

/** Breaks a feature store, or what belongs to it. */
export type Break = (ports: FeatureStorePorts) => FeatureStorePorts;
type Replace = (features: FeaturePorts, ports: FeatureStorePorts) => Partial<FeaturePorts>;

/** Replaces methods of the feature store. */
export const inFeatures =
  (replace: Replace): Break =>
  (ports) => ({ ...ports, features: sabotaged(ports.features, replace(ports.features, ports)) });

/** Writes every batch as another one. */
export const writes = (change: (batch: WriteBatch) => WriteBatch): Break =>
  inFeatures((features) => ({ write: (id, batch) => features.write(id, change(batch)) }));

/** Writes every modification as another one. */
export const writesEach = (change: (modification: FeatureModification) => FeatureModification): Break =>
  writes((batch) => ({ ...batch, modifications: batch.modifications.map(change) }));

/** Looks and writes with a pause in between. */
export const looksBefore = (
  change: (batch: WriteBatch, stored: readonly StoredFeature[]) => WriteBatch,
): Break =>
  inFeatures((features) => ({
    write: async (id, batch) => {
      const stored = await features.find(
        id,
        batch.modifications.map(({ draft }) => draft.id),
      );
      await later();
      return await features.write(id, change(batch, stored));
    },
  }));

/** Queries and counts something else. */
export const searches = (change: (query: FeatureQuery) => FeatureQuery): Break =>
  inFeatures((features) => ({
    query: (id, query, cancellation) => features.query(id, change(query), cancellation),
    count: (id, criteria) => features.count(id, change(criteria)),
  }));

/** Looks for the nearest of something else. */
export const measures = (change: (query: NearestQuery) => NearestQuery): Break =>
  inFeatures((features) => ({
    nearest: (id, query, cancellation) => features.nearest(id, change(query), cancellation),
  }));

/** Changes every part of every filter. */
export const filters = (change: (filter: PropertyFilter) => PropertyFilter): Break =>
  searches(({ filter, ...query }) => ({ ...query, filter: filter && everywhere(filter, change) }));

function everywhere(
  filter: PropertyFilter,
  change: (filter: PropertyFilter) => PropertyFilter,
): PropertyFilter {
  if (filter.kind === 'and' || filter.kind === 'or')
    return change({ ...filter, filters: filter.filters.map((part) => everywhere(part, change)) });
  if (filter.kind === 'not') return change({ ...filter, filter: everywhere(filter.filter, change) });
  return change(filter);
}

/** Gives other chunks. */
export const chunks = (change: (chunks: AsyncIterable<FeatureChunk>) => AsyncIterable<FeatureChunk>): Break =>
  inFeatures((features) => ({
    query: (id, query, cancellation) => change(features.query(id, query, cancellation)),
  }));

/** The texts of all features of a query. */
export async function gathered(all: AsyncIterable<FeatureChunk>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of all) texts.push(...text.split(FEATURE_SEPARATOR));
  return texts;
}

/** A chunk of these texts. */
export const chunkOf = (texts: readonly string[]): FeatureChunk => ({
  text: texts.join(FEATURE_SEPARATOR),
  count: texts.length,
  last: idOf(texts.at(-1) ?? '{}'),
});

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id;
