import type { FeatureCopy } from './detail/feature-copies.js';
import type { FailedStep, IndexingStep } from './indexing/failed-step.js';

/** A feature that waits for its copies. */
export interface UncopiedFeature {
  /** Identifies the feature as it is now: a change gives it another key. */
  readonly key: string;
  readonly body: string;
}

/**
 * Background work on the data of a `FeatureStore`, for all spaces and one step at a time. It does not change what
 * searches find: they get faster, or the data smaller.
 */
export abstract class FeatureMaintenance {
  /**
   * Removes for good a part of what removed spaces and features have left behind, unless the trash holds it, in a step
   * of 50 ms or so. Returns whether there is more. Nothing that can be read changes. A step that fails is undone and
   * returned. If it is passed in `skipped`, other steps follow, and `done` if there are none.
   */
  abstract purge(skipped?: readonly string[]): Promise<'more' | 'done' | FailedStep>;

  /**
   * Builds a part of an index that a space asks for, or removes a part of one that no space asks for any more, in a
   * step of 50 ms or so; `done` if there is nothing to do. A space without features has its indexes from its first
   * write on. A step that fails is returned and skipped as with `purge`.
   */
  abstract index(skipped?: readonly string[]): Promise<IndexingStep | 'done' | FailedStep>;

  /**
   * The next feature after that key that may be large and has no up-to-date copies, if there is one. Goes through
   * features by ascending key, and leaves out those in `except`.
   */
  abstract uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined>;

  /**
   * Stores all copies of a feature, none if it is not large, unless the feature has changed or gone meanwhile. From
   * then on `query` returns them, until the feature changes. `purge` removes those of features that have changed or
   * gone.
   */
  abstract addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void>;
}
