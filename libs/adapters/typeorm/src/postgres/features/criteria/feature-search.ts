import type { FeatureCriteria } from '@cairn/spaces';
import { MAX_LEVEL } from '@cairn/spaces/spi';
import {
  anywhere,
  boxCondition,
  boxesOfSpatial,
  HAS_EXTENT,
  nearCondition,
  type AreaCondition,
} from './area-condition.js';
import { all, type Condition, exactly, isExact, UNKNOWN, type Bind } from './condition.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { featuresWithin, type IndexSource } from './features-within.js';
import { filterCondition } from './filter-condition.js';

/** The part of a search that PostgreSQL can decide. `values` belong to all of its conditions. */
export interface FeatureSearch {
  readonly space: FeatureSpace;
  readonly values: readonly unknown[];
  /** The condition for the index of extents; `undefined` if it does not narrow the search. */
  readonly extent: string | undefined;
  /** Conditions that estimate how many features these are: see `AreaCondition`. */
  readonly scans: readonly string[];
  /** The other conditions. */
  readonly others: string;
  /**
   * `others`, written so that no index on the key of the space is used. Until a large space is analysed, PostgreSQL
   * takes it for small and would read all of its keys in addition to the index of extents.
   */
  readonly othersInExtent: string;
  /** True for features that are known to match. */
  readonly surely: string;
  /** The table, or the rows of it that an index has. */
  readonly from: string;
  /** Whether the index of extents in use has only one feature in 16, or fewer. */
  readonly isOverview: boolean;
  /** The maximum number of features that are looked at. */
  readonly mostFound: number;
  /** Whether SQL decides the search for all features. */
  readonly isExact: boolean;
  /** Whether the search is for all features of the space. */
  readonly isAll: boolean;
}

export function featureSearch(
  space: FeatureSpace,
  {
    filter,
    boxes,
    near,
    window,
    spatial,
    part,
    maxLevel = MAX_LEVEL,
    after,
  }: FeatureCriteria & { readonly after?: string | undefined },
  source?: IndexSource,
): FeatureSearch {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const areas: AreaCondition[] = [];
  if (boxes !== undefined) areas.push(boxCondition(boxes, space));
  if (near !== undefined) areas.push(nearCondition(near, space));
  if (window !== undefined) areas.push(boxCondition(window.boxes, space));
  if (spatial?.relation === 'disjoint') areas.push(HAS_EXTENT);
  else if (spatial !== undefined) areas.push(boxCondition(boxesOfSpatial(spatial), space));
  const isInSpace = `space_key = ${space.key}`;
  const others: Condition[] = [];
  if (after !== undefined) others.push(exactly(`id > ${bind(textBefore(after))}`));
  if (part !== undefined) others.push(exactly(`id_hash % ${bind(part.of)} = ${bind(part.index - 1)}`));
  if (filter !== undefined) others.push(filterCondition(filter, bind));
  if (spatial !== undefined) others.push(UNKNOWN);
  if (maxLevel < MAX_LEVEL) others.push(levelCondition(maxLevel));
  const indexed = areas.filter((area) => area !== HAS_EXTENT);
  if (indexed.length < areas.length) {
    if (indexed.length === 0 && isOverview(maxLevel)) indexed.push(anywhere(space));
    else others.push(HAS_EXTENT);
  }
  const whole = all([...others, ...indexed]);
  return {
    space,
    values,
    surely: whole.surely,
    others: all([exactly(isInSpace), ...others]).maybe,
    othersInExtent: all([exactly(`(${isInSpace}) IS TRUE`), ...others]).maybe,
    extent: indexed.length === 0 ? undefined : all(indexed).maybe,
    scans: indexed[0]?.scans ?? [],
    isOverview: indexed.length > 0 && isOverview(maxLevel),
    from: source === undefined ? 'feature' : featuresWithin(source, space.key, bind),
    mostFound: source?.count ?? space.head.total,
    isExact: isExact(whole),
    isAll: others.length === 0 && areas.length === 0,
  };
}

/** The same search, for features with greater ids. */
export function searchBehind(search: FeatureSearch, id: string): FeatureSearch {
  const values = [...search.values, id];
  const isBehind = `AND id > $${values.length}`;
  const { others, othersInExtent } = search;
  return {
    ...search,
    values,
    others: `${others} ${isBehind}`,
    othersInExtent: `${othersInExtent} ${isBehind}`,
    isAll: false,
  };
}

/**
 * The text before the first NUL. PostgreSQL stores no NUL, so the ids after the whole text are those after this part.
 */
const textBefore = (text: string): string => text.split('\0', 1)[0] ?? '';

/** Features up to this level, which are one point in 16, have an index of extents of their own. */
const OVERVIEW_LEVEL = 13;

/**
 * Whether a feature is at most of this level. By the rank, PostgreSQL can tell whether the index of the most important
 * features has all of them.
 */
const levelCondition = (maxLevel: number): Condition =>
  exactly(`feature_rank(id_hash, extent) < ${4 ** (maxLevel + 1)}`);

/** Whether there is an index of the features up to this level. */
const isOverview = (maxLevel: number = MAX_LEVEL): boolean => maxLevel <= OVERVIEW_LEVEL;
