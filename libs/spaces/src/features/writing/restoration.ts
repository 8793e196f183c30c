import type { StoredFeature } from '../content/stored-feature.js';
import { emptyDraft } from '../content/feature-draft.js';
import type { FeatureQuota } from '../content/account-use.js';
import type { FeatureFailure } from './modification.js';
import type { WriteBatch, WriteResult } from './write-batch.js';

/** Some features of one deletion to restore, in one transaction. */
export interface FeatureRestoration {
  /** The entry in the trash. */
  readonly entry: string;
  /** Only these features; by default all. */
  readonly ids?: readonly string[] | undefined;
  /** Only features whose ids follow this one, in the order of the ids. */
  readonly after?: string | undefined;
  /** Maximum number of features to restore. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
  /** Limits of the owner of the space over all spaces. */
  readonly quota?: FeatureQuota | undefined;
}

/** The result. Features that were not restored are still in the trash. */
export interface RestoredFeatures {
  readonly restored: readonly string[];
  /** `feature-exists` where there is a feature with the id again. */
  readonly failed: readonly FeatureFailure[];
  /** The id of the last feature that was looked at, if there may be more after it. */
  readonly last: string | undefined;
}

const RULE = { onExists: 'error', onNotExists: 'create', onConflict: 'error' } as const;

/** The write that restores features. A feature that exists fails, and is not replaced. */
export function restoringBatch(
  features: readonly StoredFeature[],
  { now, maxFeatures, quota }: FeatureRestoration,
): WriteBatch {
  return {
    modifications: features.map((former) => ({ draft: emptyDraft(former.id), rule: RULE, former })),
    onFailure: 'skip',
    returning: 'ids',
    now,
    // They kept the limits when they were written, and nothing is merged.
    maxSizeInBytes: Infinity,
    maxValues: Infinity,
    maxFeatures,
    quota,
  };
}

/** The result of restoring these features, from the result of writing `restoringBatch`. */
export function restoredBy(
  { inserted, failed }: WriteResult,
  features: readonly StoredFeature[],
  { limit }: FeatureRestoration,
): RestoredFeatures {
  return {
    restored: inserted,
    failed,
    last: features.length < limit ? undefined : features.at(-1)?.id,
  };
}
