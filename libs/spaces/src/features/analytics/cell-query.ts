import type { Grid } from '@cairn/geometry';
import type { FeatureCriteria } from '../searching/feature-query.js';
import type { PlaceKind } from '../searching/feature-place.js';
import type { MemberPath } from '../searching/property-filter.js';

/** Maximum cells that a store distinguishes. */
export const MAX_CELLS = 100_000;

/** Counts the features that meet the criteria by the cells that they are in. Plain data. */
export interface CellQuery extends FeatureCriteria {
  readonly grid: Grid;
  /** Which place of a feature counts. */
  readonly place: PlaceKind;
  /**
   * With `area` a feature that has polygons counts in each cell by the part of their area that is in it, as far as it lies
   * in `boxes`; others where they are placed, if that is in `boxes`. By default each counts once, where it is placed.
   */
  readonly weighting?: 'area' | undefined;
  /** A member whose numbers are summed up. */
  readonly member?: MemberPath | undefined;
}

/** The numbers that the features of a cell have as a member. */
export interface CellNumbers {
  /** Number of features that have one. If 0, the others are 0. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Added from the least to the greatest. */
  readonly sum: number;
  /** The number in the middle, or halfway between the two there. */
  readonly median: number;
}

/** A cell with features in it. */
export interface FeatureCell {
  /** As `CellGrid` names it. */
  readonly cell: string;
  /** No whole number, but one of billionths, where areas are shared out. */
  readonly count: number;
  /** With a `member` of the query. */
  readonly numbers?: CellNumbers | undefined;
}
