import type { BoundingBox } from '@cairn/geometry';
import type { FilterValue, MemberPath } from '../searching/property-filter.js';
import type { FeatureCriteria } from '../searching/feature-query.js';
import type { ContentSummary } from '../writing/content-summary.js';

/** Maximum distinct values of a member, and maximum periods of time. */
export const MAX_GROUPS = 100_000;
export const MAX_PERIODS = 10_000;
/** Maximum values, and maximum bins, in a result. */
export const MAX_SHOWN = 1_000;

export type Interval = 'year' | 'month' | 'day' | 'hour';

/** What to find out about the features that meet the criteria. Plain data. */
export interface AnalysisQuery extends FeatureCriteria {
  /** The most frequent values of a member. */
  readonly groupBy?: { readonly path: MemberPath; readonly top: number } | undefined;
  /** How the numbers of a member are distributed, in this many ranges of the same width. */
  readonly histogram?: { readonly path: MemberPath; readonly bins: number } | undefined;
  /** The number of features in each period of time, by a member with dates. */
  readonly timeBuckets?: { readonly path: MemberPath; readonly interval: Interval } | undefined;
}

/** A text, a number, or a boolean, and the number of features that have it. */
export interface ValueCount {
  readonly value: Exclude<FilterValue, null>;
  readonly count: number;
}

/** `others`: features with other values; `missing`: features without a value of that kind. */
export interface Groups {
  /** The most frequent values; values with the same count are in the order of `compareMembers`. */
  readonly top: readonly ValueCount[];
  readonly others: number;
  readonly missing: number;
  /** Number of distinct values, up to the number that is tracked. */
  readonly distinct: number;
  readonly isExact: boolean;
}

/** Counts the numbers from `from` to below `to`; the last bin includes `to`. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Histogram {
  readonly bins: readonly Bin[];
  readonly missing: number;
}

export interface TimeBuckets {
  /** Ascending, those with features; `from` is the start of a period, in UTC. More than `MAX_PERIODS` are too many. */
  readonly buckets: readonly { readonly from: string; readonly count: number }[];
  readonly missing: number;
}

/** The result of an analysis. Plain data. */
export interface Analysis {
  readonly total: number;
  readonly bounds: BoundingBox | undefined;
  readonly summary: ContentSummary;
  readonly groups?: Groups | undefined;
  readonly histogram?: Histogram | undefined;
  readonly timeBuckets?: TimeBuckets | undefined;
}
