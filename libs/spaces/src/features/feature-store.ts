import type { Cancellation, Disposal } from '@cairn/kernel';
import type { StoredFeature } from './content/stored-feature.js';
import type { NearestQuery, NearFeature } from './ranking/nearest-query.js';
import type { CountQuery, FeatureQuery } from './searching/feature-query.js';
import type { MemberPath, PropertyFilter } from './searching/property-filter.js';
import type { FeatureRestoration, RestoredFeatures } from './writing/restoration.js';
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
  /** As of a write. */
  readonly holder?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The features go into the trash as this deletion; without it they are removed for good. */
  readonly disposal?: Disposal | undefined;
}

/**
 * Holds the features of spaces, to write and to search. Every method rejects with `SpaceNotFound` where there is no such
 * space; the features of a space that is removed are gone at once, and one that is created later under the same id has none.
 *
 * A space has one counter, its version. Every write and erasure that changes anything takes the next number, without a
 * gap and in one transaction with the features, the head of the space, its `contentUpdatedAt`, and an event
 * `features-changed`. What changes nothing leaves all of that alone.
 *
 * What a deletion puts into the trash makes one entry there, of the kind `features` and with the id of the deletion.
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

  /**
   * Restores features of a deletion as they were, in a write of the space like any other. One whose id exists again is not
   * replaced. What is not restored stays in the trash, and the entry goes with the last feature.
   * @throws {SpaceNotFound}
   * @throws {NotInTrash} where there is no such deletion of features of this space.
   */
  abstract restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures>;

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

  /** In a time that does not depend on how many features there are. @throws {SpaceNotFound} */
  abstract statistics(spaceId: string): Promise<ContentHead>;

  /**
   * The members that searches of the space use an index of, in any order. They find the same as without one.
   * `FeatureMaintenance` makes the indexes that the `searchableProperties` of spaces ask for. @throws {SpaceNotFound}
   */
  abstract indexed(spaceId: string): Promise<readonly MemberPath[]>;
}
