import type { StoredFeature } from '../content/stored-feature.js';
import { emptyDraft } from '../content/feature-draft.js';
import type { FeatureQuota } from '../content/account-use.js';
import type { FeatureFailure } from './modification.js';
import type { WriteBatch, WriteResult } from './write-batch.js';

/** Some features of one deletion to restore, in one transaction. */
export interface FeatureRestoration {
  /** The entry in the trash. */
  readonly entry: string;
  /** These of them; by default all. */
  readonly ids?: readonly string[] | undefined;
  /** Those whose ids follow this one, in the order of the ids. */
  readonly after?: string | undefined;
  /** No more than that. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
  /** Limits of the owner of the space over all spaces. */
  readonly quota?: FeatureQuota | undefined;
}

/** What came of it. What was not restored is still in the trash. */
export interface RestoredFeatures {
  readonly restored: readonly string[];
  /** `feature-exists` where there is a feature with the id again. */
  readonly failed: readonly FeatureFailure[];
  /** The id of the last one that was looked at, where there may be more behind it. */
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
    // They were kept when the features were written, and nothing is merged.
    maxSizeInBytes: Infinity,
    maxValues: Infinity,
    maxFeatures,
    quota,
  };
}

/** What a write of `restoringBatch` says of the restoration of these features. */
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
