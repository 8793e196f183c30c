import type { BoundingBox } from '@cairn/geometry';
import type { PropertyFilter } from '@cairn/spaces';
import { indexedComparisons, MAX_LEVEL, type TermRange } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { numbersTouching, OVERVIEW_LEVEL } from '../box-tree.js';
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

/** The facts that the choice of a source depends on. */
export interface Places {
  readonly key: number;
  readonly area: readonly BoundingBox[] | undefined;
  readonly filter: PropertyFilter | undefined;
  readonly maxLevel: number | undefined;
  /** How many numbers are worth a source. */
  readonly most: number;
  /**
   * Where they are only counted, any number is worth a source that decides the filter, and any source where no more than
   * some are counted.
   */
  readonly counted: 'no' | 'some' | 'all';
}

/** There are so many times as many features that to read them in order took longer than to sort these. */
const MAX_OF_OVERVIEW = 200_000;

/** The source that gives the fewest numbers; none where all give too many. */
export function smallestSource(
  connection: SqliteConnection,
  { key, area, filter, maxLevel = MAX_LEVEL, most, counted }: Places,
): NumberSource | undefined {
  let smallest: NumberSource | undefined;
  const consider = (source: Omit<NumberSource, 'count'>, worth = most): void => {
    const limit = smallest === undefined ? worth : smallest.count - 1;
    const count = countOf(connection, source.numbers, Math.ceil(limit) + 1);
    const isWorthAll = counted === 'some' || (counted === 'all' && source.isDecided);
    if (count <= limit || (smallest === undefined && isWorthAll)) smallest = { ...source, count };
  };
  if (area !== undefined) {
    const numbers = numbersTouching(key, area, maxLevel);
    consider(
      { numbers, isByArea: true, isDecided: false },
      maxLevel <= OVERVIEW_LEVEL ? Math.max(most, MAX_OF_OVERVIEW) : most,
    );
  }
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

/** How many numbers a query gives, no more than the limit. */
export function countOf(connection: SqliteConnection, { text, values }: Condition, limit: number): number {
  const counting = `SELECT count(*) FROM (SELECT 1 FROM (${text}) LIMIT ?)`;
  const [count] = connection.rows<[count: number]>(counting).get(...values, limit) ?? [0];
  return count;
}
