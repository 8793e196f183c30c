import type { TermRange } from '@cairn/spaces/spi';
import type { Bind } from './condition.js';

/** An index range with all features that are searched for. */
export interface IndexSource {
  readonly index: number;
  readonly ranges: readonly TermRange[];
  readonly count: number;
}

/**
 * The features in the index range, as a table `feature`. OFFSET 0 is an optimization fence: each feature is looked up
 * by its id before other conditions are checked. Otherwise PostgreSQL would rather read all features of the space.
 */
export function featuresWithin(source: IndexSource, spaceKey: number, bind: Bind): string {
  const found = `SELECT ctid, * FROM feature WHERE space_key = ${spaceKey} AND feature.id = term.id OFFSET 0`;
  return `(SELECT found.* FROM (${idsWithin(source, bind)} OFFSET 0) AS term
    CROSS JOIN LATERAL (${found}) AS found) AS feature`;
}

/** The ids in the index range. */
export function idsWithin({ index, ranges }: IndexSource, bind: Bind): string {
  const parts = ranges.map(
    ([from, before]) => `term >= ${bind(from)}::text AND term < ${bind(before)}::text`,
  );
  const within = parts.map((part) => `(${part})`).join(' OR ');
  return `SELECT id FROM feature_term WHERE index_key = ${bind(index)}::bigint AND (${within || 'FALSE'})`;
}
