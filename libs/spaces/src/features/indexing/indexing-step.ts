/** A part of the work on indexes, counted in features that are looked at. */
export interface IndexingStep {
  readonly looked: number;
  /** Still to be looked at, as far as it is known. */
  readonly left: number;
}
