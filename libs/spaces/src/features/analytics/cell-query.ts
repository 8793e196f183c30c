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
   * With `area`, a feature that has polygons counts in each cell by the part of their area there, as far as it lies in
   * `boxes`. Any other feature counts at its place, if that is in `boxes`. By default each feature counts once, at its
   * place.
   */
  readonly weighting?: 'area' | undefined;
  /** A member whose numbers are summarized. */
  readonly member?: MemberPath | undefined;
}

/** A summary of the numbers that the features of a cell have in a member. */
export interface CellNumbers {
  /** Number of features that have one. If 0, the others are 0. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** The sum, added from the least number to the greatest. */
  readonly sum: number;
  /** The median: the number in the middle, or halfway between the two in the middle. */
  readonly median: number;
}

/** A cell with features in it. */
export interface FeatureCell {
  /** The name that `CellGrid` gives the cell. */
  readonly cell: string;
  /** If areas are shared out, not a whole number but a multiple of a billionth. */
  readonly count: number;
  /** Present if the query has a `member`. */
  readonly numbers?: CellNumbers | undefined;
}
