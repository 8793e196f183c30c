import type { Cancellation, Disposal } from '@cairn/kernel';
import type { Space } from '../registry/space.js';
import type { StoredFeature } from './content/stored-feature.js';
import type { NearestQuery, NearFeature } from './ranking/nearest-query.js';
import type { CountQuery, FeatureQuery } from './searching/feature-query.js';
import type { MemberPath, PropertyFilter } from './searching/property-filter.js';
import type { FeatureRestoration, RestoredFeatures } from './writing/restoration.js';
import type { ContentHead, ContentVersion } from './writing/content-head.js';
import type { WriteBatch, WriteResult } from './writing/write-batch.js';

export type { Cancellation };

/** Some of the features that a query finds. */
export interface FeatureChunk {
  /** The GeoJSON texts of the features, with `FEATURE_SEPARATOR` between them. */
  readonly text: string;
  /** The same in UTF-8, of a store that has it at hand. Its `text` is then made when it is asked for. */
  readonly bytes?: Uint8Array | undefined;
  /** How many there are, 1 or more. */
  readonly count: number;
  /** The id of the last feature: `after` in a query that continues behind it. */
  readonly last: string;
  /** The version whose features it has, of a query that asks for that: all its chunks are of one. */
  readonly at?: ContentVersion | undefined;
  /** Whether it is known that no chunk follows. */
  readonly isLast?: boolean | undefined;
}

/** Maximum length of the text of a chunk with more than one feature, in UTF-16 code units. */
export const MAX_CHUNK_LENGTH = 262_144;

/** A space and the summary of its features, as they were at one moment. */
export interface ContentState {
  readonly space: Space;
  readonly head: ContentHead;
}

/** What a caller of a use case has read of the space, if it has just done so. */
export interface KnownState {
  /** Saves reading the space again. The features may then be those of this state. */
  readonly state?: ContentState | undefined;
}

/** The part of a head that a question to a store names it by. */
export const versionOf = ({ content, version }: ContentHead): ContentVersion => ({ content, version });

/** Which features to remove: those that match the filter, or all. */
export interface Erasure {
  readonly filter?: PropertyFilter | undefined;
  /** As in a write. */
  readonly holder?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The features go into the trash as this deletion; without it they are removed for good. */
  readonly disposal?: Disposal | undefined;
}

/**
 * Stores and searches the features of spaces. Every method rejects with `SpaceNotFound` if the space does not exist.
 * The features of a removed space are gone at once; a space that is created later under the same id has none.
 *
 * Each space has a counter, its version. Every write and erasure that changes anything takes the next number, without a
 * gap. It is one transaction with the features, the head of the space, its `contentUpdatedAt`, and an event
 * `features-changed`. A write that changes nothing leaves all of these alone.
 *
 * A deletion into the trash makes one entry there, of the kind `features` and with the id of the deletion.
 *
 * If the settings of a space keep more than one version, replaced and removed features stay stored as long as one of
 * these versions has them, so that `planWrite` can compare with them.
 */
export abstract class FeatureStore {
  /**
   * Applies what `planWrite` makes of the batch and the latest stored features.
   * @throws {SpaceNotFound}
   */
  abstract write(spaceId: string, batch: WriteBatch): Promise<WriteResult>;

  /** Removes features in one transaction, and returns how many. @throws {SpaceNotFound} */
  abstract erase(spaceId: string, erasure: Erasure): Promise<number>;

  /**
   * Restores features of a deletion as they were, in a write of the space like any other. Does not replace a feature
   * whose id exists again. Features that are not restored stay in the trash; the entry goes with its last feature.
   * @throws {SpaceNotFound}
   * @throws {NotInTrash} where there is no such deletion of features of this space.
   */
  abstract restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures>;

  /** The features that exist, each once, in the order of the ids; `at` as in a query. @throws {SpaceNotFound} */
  abstract find(
    spaceId: string,
    ids: readonly string[],
    at?: ContentVersion,
  ): Promise<readonly StoredFeature[]>;

  /**
   * The features that `criteriaMatcher` accepts, as they are at one moment, in the order of the query. Gives one chunk
   * at a time as it is pulled. Ends without an error once it is cancelled. A query with a `sort` finds what
   * `SortedFeatures` finds.
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
   * How many features meet the criteria, but no more than the limit; 0 once it is cancelled.
   * @throws {SpaceNotFound}
   */
  abstract count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number>;

  /**
   * Takes a time that does not depend on the number of features. It is asked for with nearly every read, so requests
   * that wait for it may share one answer, but none that was read before they asked. @throws {SpaceNotFound}
   */
  abstract contentState(spaceId: string): Promise<ContentState>;

  /** The head of `contentState` alone. @throws {SpaceNotFound} */
  abstract statistics(spaceId: string): Promise<ContentHead>;

  /**
   * The members with an index that searches of the space use, in any order. Searches find the same without an index.
   * `FeatureMaintenance` makes the indexes that the `searchableProperties` of spaces ask for. @throws {SpaceNotFound}
   */
  abstract indexed(spaceId: string): Promise<readonly MemberPath[]>;
}
