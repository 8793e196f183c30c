import type { FeatureCopy } from './detail/feature-copies.js';
import type { FailedStep } from './indexing/failed-step.js';
import type { IndexingStep } from './indexing/indexing-step.js';

/** A feature that waits for its copies. */
export interface UncopiedFeature {
  /** Of the feature as it is now: another one once it changes. */
  readonly key: string;
  readonly body: string;
}

/**
 * The work on what a `FeatureStore` holds that nobody waits for, of all spaces and one step at a time: what is found stays
 * the same, sooner or in less room.
 */
export abstract class FeatureMaintenance {
  /**
   * Removes for good a part of what removed spaces and features have left behind, unless the trash holds it, in a step of 50 ms or so, and tells
   * whether there is more. Nothing that can be read changes. What fails is undone and told; when it is `skipped`, other
   * steps follow, and `done` where there are none.
   */
  abstract purge(skipped?: readonly string[]): Promise<'more' | 'done' | FailedStep>;

  /**
   * Builds a part of an index that a space asks for, or removes a part of one that no space asks for any more, in a step
   * of 50 ms or so; `done` where there is nothing to do. A space that has no features has its indexes from its first
   * write on. What fails is told and skipped as with `purge`.
   */
  abstract index(skipped?: readonly string[]): Promise<IndexingStep | 'done' | FailedStep>;

  /**
   * A feature that may be large and has no copies as it is now, if there is one behind the one with that key. Looks at
   * features by ascending key, and leaves out those with the keys `except`.
   */
  abstract uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined>;

  /**
   * Stores all copies of a feature, none of one that is not large, unless it has changed or gone meanwhile; `query` gives
   * them from then on, until it changes. `purge` removes those of features that have changed or gone.
   */
  abstract addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void>;
}
