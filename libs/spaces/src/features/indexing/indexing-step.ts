/** A part of the work on indexes, counted in features that are looked at. */
export interface IndexingStep {
  readonly looked: number;
  /** Known items that are left to process. */
  readonly left: number;
}
