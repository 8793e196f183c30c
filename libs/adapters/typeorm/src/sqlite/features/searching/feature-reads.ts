import {
  type FeatureCriteria,
  type FeatureQuery,
  featureText,
  type NearestQuery,
  type NearFeature,
  type StoredFeature,
} from '@cairn/spaces';
import {
  type Candidate,
  type CellQuery,
  ClusteredFeatures,
  type CountQuery,
  NearestSearch,
  SortedFeatures,
} from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import {
  featureOf,
  type FeatureRow,
  isLong,
  placeOfRow,
  wholeColumns,
  idOf,
  isShort,
} from '../rows/feature-row.js';
import { FeatureSearch } from './feature-search.js';
import type { SpaceContent } from '../rows/space-content.js';

/** A read in short steps. Yields the results of each step. */
type Steps<T> = Generator<readonly T[], void, undefined>;

/** The id and the whole text of a feature. */
export type FeatureItem = readonly [id: string, text: string];

/** Features that are parsed and compared in one step, unless one is long. */
const COMPARED_AT_ONCE = 8;
/** Features of a sort that are read in one step. */
const SORTED_AT_ONCE = 50;

const nothing = [] as const;

/** The features that a query gives in its order, up to its limit. */
export function* queriedFeatures(
  connection: SqliteConnection,
  content: SpaceContent,
  query: FeatureQuery,
): Steps<FeatureItem> {
  let left = query.limit ?? Infinity;
  const features = query.sort === undefined ? byId : bySort;
  for (const items of features(connection, content, query)) {
    yield items.length > left ? items.slice(0, left) : items;
    left -= items.length;
    if (left <= 0) return;
  }
}

function* byId(
  connection: SqliteConnection,
  content: SpaceContent,
  { after, limit, sort: _, copies, ...criteria }: FeatureQuery,
): Steps<FeatureItem> {
  const search = new FeatureSearch(connection, content, { criteria, after, limit, purpose: 'texts' });
  for (const rows of accepted(search)) {
    if (rows.length === 0) yield nothing;
    // Long texts are yielded one by one: the consumer may be slow, and many long texts at once would fill the memory.
    let items: FeatureItem[] = [];
    for (const row of rows) {
      if (!isLong(row)) items.push([idOf(row), search.textOf(row, copies)]);
      else {
        yield items;
        items = [];
        yield [[idOf(row), search.textOf(row, copies)]];
      }
    }
    if (items.length > 0) yield items;
  }
}

function* bySort(
  connection: SqliteConnection,
  content: SpaceContent,
  query: FeatureQuery,
): Steps<FeatureItem> {
  const sorted = new SortedFeatures(query);
  const search = new FeatureSearch(connection, content, { criteria: query, purpose: 'facts' });
  for (const rows of search.steps()) {
    yield nothing;
    for (const row of rows) {
      sorted.offer(search.candidateOf(row));
      yield nothing;
    }
  }
  const ids = sorted.ids();
  for (let some = taken(ids); some.length > 0; some = taken(ids)) {
    const short = new Map(
      findFeatures(connection, content, some, 'short').map((feature) => [feature.id, featureText(feature)]),
    );
    let items: FeatureItem[] = [];
    for (const id of some) {
      const text = short.get(id);
      if (text !== undefined) items.push([id, text]);
      else {
        yield items;
        items = [];
        yield findFeatures(connection, content, [id]).map((feature) => [id, featureText(feature)]);
      }
    }
    yield items;
  }
}

function taken(ids: Iterator<string, void, undefined>): readonly string[] {
  const some: string[] = [];
  while (some.length < SORTED_AT_ONCE) {
    const next = ids.next();
    if (next.done === true) break;
    some.push(next.value);
  }
  return some;
}

/** The matching features, for counting them: all of them, or a few more than the limit. */
export function* countedFeatures(
  connection: SqliteConnection,
  content: SpaceContent,
  { limit, ...criteria }: CountQuery,
): Steps<FeatureRow> {
  yield* accepted(new FeatureSearch(connection, content, { criteria, limit, purpose: 'count' }));
}

function* accepted(search: FeatureSearch): Steps<FeatureRow> {
  const costs = { little: 0, some: 1, much: COMPARED_AT_ONCE };
  for (const rows of search.steps()) {
    let [found, cost] = [new Array<FeatureRow>(), 0];
    for (const row of rows) {
      if (search.accepts(row)) found.push(row);
      cost += costs[search.workFor(row)];
      if (cost < COMPARED_AT_ONCE) continue;
      yield found;
      [found, cost] = [[], 0];
    }
    yield found;
  }
}

/** Features that may meet the criteria, in any order. */
export function* everyCandidate(
  connection: SqliteConnection,
  content: SpaceContent,
  criteria: FeatureCriteria,
): Steps<Candidate> {
  const search = new FeatureSearch(connection, content, { criteria, purpose: 'facts' });
  for (const rows of search.steps()) {
    yield nothing;
    for (const row of rows) yield [search.candidateOf(row)];
  }
}

/** Counts features by cells, in steps. */
export function* clusterFeatures(
  connection: SqliteConnection,
  content: SpaceContent,
  { query, clustered }: { readonly query: CellQuery; readonly clustered: ClusteredFeatures },
): Generator<undefined, void, undefined> {
  if (!ClusteredFeatures.isByPlace(query)) {
    for (const some of everyCandidate(connection, content, query)) {
      for (const candidate of some) yield* clustered.offer(candidate);
      yield undefined;
    }
    return;
  }
  const search = new FeatureSearch(connection, content, { criteria: query, purpose: 'places' });
  for (const rows of search.steps()) {
    yield undefined;
    for (const [index, row] of rows.entries()) {
      const place = placeOfRow(row);
      if (place !== undefined) clustered.offerPlace(place);
      if (index % COMPARED_AT_ONCE === 0) yield undefined;
    }
  }
}

/** The nearest features, all in the last step. */
export function* nearFeatures(
  connection: SqliteConnection,
  content: SpaceContent,
  query: NearestQuery,
): Steps<NearFeature> {
  const { part, filter } = query;
  const candidates = new FeatureSearch(connection, content, { criteria: { part, filter }, purpose: 'facts' });
  const search = new NearestSearch(query, content.head);
  search.narrow((boxes, limit) => candidates.countNear(boxes, limit));
  for (let boxes = search.next(); boxes !== undefined; boxes = search.next()) {
    yield nothing;
    for (const row of candidates.within(boxes)) {
      if (search.offer(candidates.candidateOf(row)) === 'enough') break;
      yield nothing;
    }
  }
  yield search.found();
}

/**
 * The features that exist among the ids, in the order of the ids, without duplicates. With `short`, only those that are
 * not long.
 */
export function findFeatures(
  connection: SqliteConnection,
  { key }: SpaceContent,
  ids: readonly string[],
  which: 'all' | 'short' = 'all',
): readonly StoredFeature[] {
  if (key === undefined || ids.length === 0) return [];
  const condition = which === 'all' ? '' : `AND ${isShort}`;
  const find = connection.rows<FeatureRow>(
    `SELECT ${wholeColumns} FROM json_each(?) AS wanted CROSS JOIN feature AS f
     WHERE f.content = ? AND f.id = wanted.value ${condition}`,
  );
  const wanted = [...new Set(ids)];
  const features = find.all(JSON.stringify(wanted), key).map(featureOf);
  const found = new Map(features.map((feature) => [feature.id, feature]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}
