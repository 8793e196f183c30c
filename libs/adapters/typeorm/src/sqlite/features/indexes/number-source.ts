import type { BoundingBox } from '@cairn/geometry';
import { indexedComparisons, type PropertyFilter, type TermRange } from '@cairn/spaces';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { numbersTouching } from '../box-tree.js';
import type { Condition } from '../condition.js';
import { indexesOf } from './feature-terms.js';

/** A query of the numbers of features, all that are searched for among them. */
export interface NumberSource {
  readonly numbers: Condition;
  readonly count: number;
  /** Whether they are those near the area of the search. */
  readonly isByArea: boolean;
  /** Whether the filter holds for all of them that are in the content, by an index. */
  readonly isDecided: boolean;
}

/** What is known of where to look. */
export interface Places {
  readonly key: number;
  readonly area: readonly BoundingBox[] | undefined;
  readonly filter: PropertyFilter | undefined;
  /** How many numbers are worth a source. */
  readonly most: number;
  /** Where they are only counted, any number is worth a source that decides the filter. */
  readonly isCount: boolean;
}

/** The source that gives the fewest numbers; none where all give too many. */
export function smallestSource(
  connection: SqliteConnection,
  { key, area, filter, most, isCount }: Places,
): NumberSource | undefined {
  let smallest: NumberSource | undefined;
  const consider = (source: Omit<NumberSource, 'count'>): void => {
    const limit = smallest === undefined ? most : smallest.count - 1;
    const count = countOf(connection, source.numbers, limit);
    if (count <= limit || (smallest === undefined && isCount && source.isDecided))
      smallest = { ...source, count };
  };
  if (area !== undefined) consider({ numbers: numbersTouching(key, area), isByArea: true, isDecided: false });
  const comparisons = indexedComparisons(filter);
  const indexes = comparisons.length === 0 ? [] : indexesOf(connection, key, 'ready');
  const keys = new Map(indexes.map((index) => [JSON.stringify(index.path), index.key]));
  for (const { path, ranges, isWhole } of comparisons) {
    const index = keys.get(JSON.stringify(path));
    if (index === undefined) continue;
    consider({ numbers: numbersWithin(index, ranges), isByArea: false, isDecided: isWhole });
  }
  return smallest;
}

function numbersWithin(index: number, ranges: readonly TermRange[]): Condition {
  const one = 'SELECT number FROM feature_term WHERE index_key = ? AND term >= ? AND term < ?';
  return {
    text: ranges.length === 0 ? 'SELECT 0 AS number WHERE FALSE' : ranges.map(() => one).join(' UNION ALL '),
    values: ranges.flatMap((range) => [index, ...range]),
  };
}

function countOf(connection: SqliteConnection, { text, values }: Condition, limit: number): number {
  const count = `SELECT count(*) FROM (SELECT 1 FROM (${text}) LIMIT ?)`;
  return connection.rows<[count: number]>(count).get(...values, Math.ceil(limit) + 1)?.[0] ?? 0;
}
