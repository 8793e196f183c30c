import type { FeatureDraft } from '../content/feature-draft.js';
import type { StoredFeature } from '../content/stored-feature.js';

/** What is done where the feature exists; `merge` is `replace` that may go on where there is a conflict. */
export type OnExists = 'patch' | 'replace' | 'merge' | 'delete' | 'retain' | 'error';

export type OnNotExists = 'create' | 'retain' | 'error';

/** What `merge` does where the feature has changed since the version that the client knew. */
export type OnConflict = 'error' | 'retain' | 'replace';

/** How a feature is written; many modifications may share one. */
export interface WriteRule {
  readonly onExists: OnExists;
  readonly onNotExists: OnNotExists;
  readonly onConflict: OnConflict;
  /** Added to the tags that the feature has by then; normalised. */
  readonly addTags?: readonly string[] | undefined;
  /** Taken away last; normalised. */
  readonly removeTags?: readonly string[] | undefined;
}

/** One feature to write; plain data. */
export interface FeatureModification {
  readonly draft: FeatureDraft;
  readonly rule: WriteRule;
  /** Fails unless the stored feature has this version. */
  readonly ifVersion?: number | undefined;
  /** Created as it was, with its times, instead of as the draft has it. */
  readonly former?: StoredFeature | undefined;
}

/** How a write changes a feature. */
export type ChangeKind = 'inserted' | 'updated' | 'deleted';

export type FailureReason =
  | 'feature-exists'
  | 'feature-not-found'
  | 'version-conflict'
  | 'version-mismatch'
  | 'feature-too-large'
  | 'too-many-tags'
  | 'invalid-feature'
  | 'forbidden'
  | 'too-many-features'
  | 'feature-quota-exceeded';

/** Why a feature was not written. */
export interface FeatureFailure {
  /** Where it stands in the batch, from 0. */
  readonly index: number;
  /** Absent where it could not be read. */
  readonly id?: string | undefined;
  readonly reason: FailureReason;
  /** JSON Pointer (RFC 6901) from the request on, where a part of the feature is wrong. */
  readonly pointer?: string | undefined;
  /** What is wrong, as a sentence. */
  readonly detail: string;
}
