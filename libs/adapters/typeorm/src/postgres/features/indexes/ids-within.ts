import type { TermRange } from '@cairn/spaces';
import type { Bind } from '../criteria/condition.js';

/** Where an index has all features that are searched for. */
export interface IndexSource {
  readonly index: number;
  readonly ranges: readonly TermRange[];
  readonly count: number;
}

/** The ids that an index has there. */
export function idsWithin({ index, ranges }: IndexSource, bind: Bind): string {
  const parts = ranges.map(
    ([from, before]) => `term >= ${bind(from)}::text AND term < ${bind(before)}::text`,
  );
  const within = parts.map((part) => `(${part})`).join(' OR ');
  return `SELECT id FROM feature_term WHERE index_key = ${bind(index)}::bigint AND (${within || 'FALSE'})`;
}
