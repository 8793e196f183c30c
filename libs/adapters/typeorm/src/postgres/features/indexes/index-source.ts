import type { FeatureQuery } from '@cairn/spaces';
import { indexedComparisons } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { featureSearch, type FeatureSearch } from '../criteria/feature-search.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { idsWithin, type IndexSource } from '../criteria/features-within.js';
import { readyIndexes } from '../rows/property-index.js';

/** An index is used if it has at most `FEW` matching features; never for more than `MOST`. */
const FEW = 2_000;
const MOST = 50_000;

/** The search, restricted to an index if that leaves few features. */
export async function indexedSearch(
  connection: Connection,
  space: FeatureSpace,
  query: FeatureQuery,
): Promise<FeatureSearch> {
  return featureSearch(space, query, await smallestSource(connection, space, query));
}

async function smallestSource(
  connection: Connection,
  { key, head }: FeatureSpace,
  { filter, limit = Infinity, boxes, window, spatial }: FeatureQuery,
): Promise<IndexSource | undefined> {
  const comparisons = indexedComparisons(filter);
  if (comparisons.length === 0 || head.total === 0) return undefined;
  const indexes = await readyIndexes(connection, key);
  const keys = new Map(indexes.map((index) => [JSON.stringify(index.path), index.key]));
  const hasArea = [boxes, window, spatial?.relation === 'disjoint' ? undefined : spatial].some(
    (area) => area !== undefined,
  );
  // Of n features k are in the index: either k are looked up, or about limit·n/k are read in order.
  const many = Math.min(MOST, Math.sqrt(Math.min(limit, head.total) * head.total));
  let most = hasArea ? FEW : Math.max(FEW, Math.ceil(many));
  let smallest: IndexSource | undefined;
  for (const { path, ranges } of comparisons) {
    const index = keys.get(JSON.stringify(path));
    if (index === undefined) continue;
    const count = await countOf(connection, { index, ranges, count: most });
    if (count > most) continue;
    smallest = { index, ranges, count };
    most = count - 1;
  }
  return smallest;
}

async function countOf(connection: Connection, source: IndexSource): Promise<number> {
  const values: unknown[] = [];
  const ids = idsWithin(source, (value) => `$${values.push(value)}`);
  return await connection.number(`SELECT count(*) FROM (${ids} LIMIT ${source.count + 1}) AS found`, values);
}
