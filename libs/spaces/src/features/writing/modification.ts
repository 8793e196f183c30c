import type { FeatureDraft } from '../content/feature-draft.js';
import type { StoredFeature } from '../content/stored-feature.js';

/** What to do if the feature exists. `merge` is like `replace`, but can go on if there is a conflict. */
export type OnExists = 'patch' | 'replace' | 'merge' | 'delete' | 'retain' | 'error';

export type OnNotExists = 'create' | 'retain' | 'error';

/** What `merge` does where the feature has changed since the version that the client knew. */
export type OnConflict = 'error' | 'retain' | 'replace';

/** How a feature is written; many modifications may share one. */
export interface WriteRule {
  readonly onExists: OnExists;
  readonly onNotExists: OnNotExists;
  readonly onConflict: OnConflict;
  /** Tags to add to those of the feature; normalised. */
  readonly addTags?: readonly string[] | undefined;
  /** Tags to remove afterwards; normalised. */
  readonly removeTags?: readonly string[] | undefined;
}

/** One feature to write; plain data. */
export interface FeatureModification {
  readonly draft: FeatureDraft;
  readonly rule: WriteRule;
  /** Fails unless the stored feature has this version. */
  readonly ifVersion?: number | undefined;
  /** Creates the feature as it was, with its times, instead of from the draft. */
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
  /** Its index in the batch, from 0. */
  readonly index: number;
  /** Absent where it could not be read. */
  readonly id?: string | undefined;
  readonly reason: FailureReason;
  /** JSON Pointer (RFC 6901) that starts at the request, if a part of the feature is wrong. */
  readonly pointer?: string | undefined;
  /** What is wrong, as a sentence. */
  readonly detail: string;
}
