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
import type { FeatureSpace } from '../feature-space.js';
import { featuresWithin, type IndexSource } from '../indexes/features-within.js';
import { filterCondition } from './filter-condition.js';

/** What PostgreSQL can say of a search. `values` belong to all of its conditions. */
export interface FeatureSearch {
  readonly space: FeatureSpace;
  readonly values: readonly unknown[];
  /** What the index of extents is asked; `undefined` where that does not narrow the search. */
  readonly extent: string | undefined;
  /** To find out how many that may be: see `AreaCondition`. */
  readonly scans: readonly string[];
  /** What else is asked of a feature. */
  readonly others: string;
  /**
   * The same, but that no index serves the key of the space. Before a large space is analysed, PostgreSQL takes it for
   * small, and would read all of its keys beside the index of extents.
   */
  readonly othersInExtent: string;
  /** True for those that need no further look. */
  readonly surely: string;
  /** The table, or those of its rows that an index has. */
  readonly from: string;
  /** Whether the index of extents has one feature in 16 or fewer. */
  readonly isOverview: boolean;
  /** No more features are looked at. */
  readonly mostFound: number;
  /** Whether none needs a further look. */
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

/** The text before the first NUL. PostgreSQL stores no NUL, so the ids after the whole text are those after this part. */
const textBefore = (text: string): string => text.split('\0', 1)[0] ?? '';

/** Features of this level or a lower one, one point in 16, have an index of extents of their own. */
const OVERVIEW_LEVEL = 13;

/** Whether a feature is of the level or a lower one. PostgreSQL takes the index whose features all have a greater rank. */
const levelCondition = (maxLevel: number): Condition =>
  exactly(`feature_rank(id_hash, extent) < ${4 ** (maxLevel + 1)}`);

/** Whether there is an index of features of the level or a lower one. */
const isOverview = (maxLevel: number = MAX_LEVEL): boolean => maxLevel <= OVERVIEW_LEVEL;
