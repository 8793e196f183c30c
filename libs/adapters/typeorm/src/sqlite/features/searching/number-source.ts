import type { BoundingBox } from '@cairn/geometry';
import type { PropertyFilter } from '@cairn/spaces';
import { type IndexedComparison, indexedComparisons, MAX_LEVEL, type TermRange } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { numbersTouching, OVERVIEW_LEVEL } from '../rows/box-tree.js';
import type { Condition } from '../rows/condition.js';
import { indexesOf } from '../indexes/feature-terms.js';

/** A query for the numbers of features. All matching features are among them. */
export interface NumberSource {
  readonly numbers: Condition;
  readonly count: number;
  /** Whether these are the features near the area of the search. */
  readonly isByArea: boolean;
  /** Whether an index decides the filter: all of these features that belong to the content match it. */
  readonly isDecided: boolean;
}

/** The facts that the choice of a source depends on. */
export interface Places {
  readonly key: number;
  readonly area: readonly BoundingBox[] | undefined;
  readonly filter: PropertyFilter | undefined;
  readonly maxLevel: number | undefined;
  /** The maximum number of features for which a source is worth using. */
  readonly most: number;
  /**
   * If features are only counted, a source that decides the filter is worth using for any number, and so is any source
   * if only some are counted.
   */
  readonly counted: 'no' | 'some' | 'all';
}

/**
 * A space has so many more features than its overview that reading them in order would take longer than sorting this
 * many.
 */
const MAX_OF_OVERVIEW = 200_000;
/** With more values than this, reading bodies is faster. */
const MAX_TERMS = 8;

/** The source with the fewest numbers; `undefined` if all have too many. */
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
  for (const { index, ranges, isWhole } of indexedBy(connection, key, filter))
    consider({ numbers: numbersWithin(index, ranges), isByArea: false, isDecided: isWhole });
  return smallest;
}

/** A test by an index whether a feature may match, without reading the feature's body. */
export interface Membership {
  /** A condition on the feature `f`. */
  readonly condition: Condition;
  readonly isDecided: boolean;
}

/** `undefined` if no index has the single values that the filter asks for. */
export function membershipOf(
  connection: SqliteConnection,
  { key, filter }: Pick<Places, 'key' | 'filter'>,
): Membership | undefined {
  for (const { index, terms = [], isWhole } of indexedBy(connection, key, filter)) {
    if (terms.length === 0 || terms.length > MAX_TERMS) continue;
    const text = `EXISTS (SELECT 1 FROM feature_term AS held WHERE held.index_key = ?
      AND held.term IN (${terms.map(() => '?').join()}) AND held.number = f.number)`;
    return { condition: { text, values: [index, ...terms] }, isDecided: isWhole };
  }
  return undefined;
}

/** The comparisons of the filter that an index has, each with its key. */
function indexedBy(
  connection: SqliteConnection,
  content: number,
  filter: PropertyFilter | undefined,
): readonly (IndexedComparison & { readonly index: number })[] {
  const comparisons = indexedComparisons(filter);
  const indexes = comparisons.length === 0 ? [] : indexesOf(connection, content, 'ready');
  const keys = new Map(indexes.map(({ path, key }) => [JSON.stringify(path), key]));
  return comparisons.flatMap(({ path, ranges, terms, isWhole }) => {
    const index = keys.get(JSON.stringify(path));
    return index === undefined ? [] : [{ path, ranges, terms, isWhole, index }];
  });
}

function numbersWithin(index: number, ranges: readonly TermRange[]): Condition {
  const one = 'SELECT number FROM feature_term WHERE index_key = ? AND term >= ? AND term < ?';
  return {
    text: ranges.length === 0 ? 'SELECT 0 AS number WHERE FALSE' : ranges.map(() => one).join(' UNION ALL '),
    values: ranges.flatMap((range) => [index, ...range]),
  };
}

/** The number of rows of a query, counted up to the limit. */
export function countOf(connection: SqliteConnection, { text, values }: Condition, limit: number): number {
  const counting = `SELECT count(*) FROM (SELECT 1 FROM (${text}) LIMIT ?)`;
  const [count] = connection.rows<[count: number]>(counting).get(...values, limit) ?? [0];
  return count;
}
