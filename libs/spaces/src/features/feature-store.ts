import type { Cancellation } from '@cairn/kernel';
import type { CellQuery, FeatureCell } from '../clusters/cell-query.js';
import type { Analysis, AnalysisQuery } from '../statistics/analysis-query.js';
import type { StoredFeature } from './content/stored-feature.js';
import type { FeatureCopy } from './detail/feature-copies.js';
import type { FailedStep } from './indexing/failed-step.js';
import type { IndexingStep } from './indexing/indexing-step.js';
import type { NearestQuery, NearFeature } from './ranking/nearest-query.js';
import type { CountQuery, FeatureQuery } from './searching/feature-query.js';
import type { MemberPath, PropertyFilter } from './searching/property-filter.js';
import type { FeatureUse } from './writing/account-use.js';
import type { ContentHead } from './writing/content-head.js';
import type { WriteBatch, WriteResult } from './writing/write-batch.js';

export type { Cancellation };

/** Some of the features that a query gives. */
export interface FeatureChunk {
  /** The GeoJSON texts of the features, with `FEATURE_SEPARATOR` between them. */
  readonly text: string;
  /** How many there are, 1 or more. */
  readonly count: number;
  /** The id of the last one: `after` of a query that goes on behind it. */
  readonly last: string;
}

/** A chunk of more than one feature has no longer text than this, in UTF-16 code units. */
export const MAX_CHUNK_LENGTH = 262_144;

/** Which features to remove: those for which the filter holds, or all. */
export interface Erasure {
  readonly filter?: PropertyFilter | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the spaces of all owners come to. */
export interface SpaceTotal {
  readonly spaceCount: number;
  readonly featureCount: number;
}

/** A feature that waits for its copies. */
export interface UncopiedFeature {
  /** Of the feature as it is now: another one once it changes. */
  readonly key: string;
  readonly body: string;
}

/**
 * Holds the features of spaces. Every method rejects with `SpaceNotFound` where there is no such space; the features of
 * a space that is removed are gone at once, and one that is created later under the same id has none.
 *
 * A space has one counter, its version. Every write and erasure that changes anything takes the next number, without a
 * gap and in one transaction with the features, the head of the space, its `contentUpdatedAt`, and an event
 * `features-changed`. What changes nothing leaves all of that alone.
 *
 * Where the settings of the space have it keep more than one version, what is replaced or removed stays as it was for as
 * long as one of these versions has it, for `planWrite` to tell what became of it.
 */
export abstract class FeatureStore {
  /**
   * Does what `planWrite` makes of the batch and of the features as they are stored last.
   * @throws {SpaceNotFound}
   */
  abstract write(spaceId: string, batch: WriteBatch): Promise<WriteResult>;

  /** Removes features in one transaction, and gives how many. @throws {SpaceNotFound} */
  abstract erase(spaceId: string, erasure: Erasure): Promise<number>;

  /** Those that exist, each once, in the order of the ids. @throws {SpaceNotFound} */
  abstract find(spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]>;

  /**
   * The features that `criteriaMatcher` accepts, as they are at one moment, in the order that the query asks for, one
   * chunk at a time as it is pulled. Ends without an error once it is cancelled. `SortedFeatures` finds what a query with
   * a `sort` gives.
   * @throws {SpaceNotFound} with the first chunk.
   */
  abstract query(
    spaceId: string,
    query: FeatureQuery,
    cancellation?: Cancellation,
  ): AsyncIterable<FeatureChunk>;

  /**
   * The nearest features that the criteria accept, by ascending distance, then by ascending id in the order of code
   * points; one without a geometry is never near. Distances are those of `distanceBetween`, so that `NearestSearch` finds
   * the same for every store. Gives nothing once it is cancelled.
   * @throws {SpaceNotFound}
   */
  abstract nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]>;

  /**
   * How many features the criteria accept, or the limit where there are more; 0 once it is cancelled.
   * @throws {SpaceNotFound}
   */
  abstract count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number>;

  /**
   * The cells that the features are in that the criteria accept, by ascending name, as `ClusteredFeatures` counts them.
   * Gives nothing once it is cancelled.
   * @throws {SpaceNotFound} {InvalidInput} where there are more than `MAX_CELLS`: as soon as that is known.
   */
  abstract cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]>;

  /**
   * What the features are like that the criteria accept, as `AnalysedFeatures` finds out; that there are none once it is
   * cancelled. @throws {SpaceNotFound}
   */
  abstract analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis>;

  /** In a time that does not depend on how many features there are. @throws {SpaceNotFound} */
  abstract statistics(spaceId: string): Promise<ContentHead>;

  /** Of all spaces and their features. It may look at each space, and at no feature. */
  abstract total(): Promise<SpaceTotal>;

  /** Of the spaces of an owner. It may look at each of them, and at no feature. */
  abstract use(owner: string): Promise<FeatureUse>;

  /**
   * Removes for good a part of what removed spaces and features have left behind, in a step of 50 ms or so, and tells
   * whether there is more. Nothing that can be read changes. What fails is undone and told; when it is `skipped`, other
   * steps follow, and `done` where there are none.
   */
  abstract purge(skipped?: readonly string[]): Promise<'more' | 'done' | FailedStep>;

  /**
   * The members that searches of the space use an index of, in any order. They find the same as without one.
   * `IndexFeatures` makes the indexes that the `searchableProperties` of spaces ask for. @throws {SpaceNotFound}
   */
  abstract indexed(spaceId: string): Promise<readonly MemberPath[]>;

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
