import type { BoundingBox } from '@cairn/geometry';
import type { Disposal } from '@cairn/kernel';
import type { StoredFeature } from '../content/stored-feature.js';
import type { FeatureQuota } from '../content/account-use.js';
import type { TrialState, WriteTrial } from './write-trial.js';
import type { ChangeKind, FeatureFailure, FeatureModification } from './modification.js';

/** A feature that is inserted or replaced. */
export interface FeaturePut {
  readonly feature: StoredFeature;
  readonly boxes: readonly BoundingBox[];
  readonly isNew: boolean;
}

/** Features to write in one transaction; plain data. */
export interface WriteBatch {
  /** Applied in their order: a later one of the same feature sees what an earlier one made of it. */
  readonly modifications: readonly FeatureModification[];
  /** The name by which large writes take turns when they wait for each other. Default: that of the space. */
  readonly holder?: string | undefined;
  /** `rollback`: where one fails, nothing is written. `skip`: the others are written. */
  readonly onFailure: 'rollback' | 'skip';
  /**
   * Whether the result has the texts of the features. `own-texts`: only texts that consist of what is written here, for
   * a writer who may not read.
   */
  readonly returning: 'texts' | 'own-texts' | 'ids';
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the result has the features that are stored, with their boxes. */
  readonly returnsPuts?: boolean | undefined;
  /** Maximum size of one feature in UTF-8, also after merging. */
  readonly maxSizeInBytes: number;
  /** Maximum members and items of one feature, as in `FeatureLimits`, also after merging. */
  readonly maxValues: number;
  /**
   * The kinds of change that the writer has no right to. A feature that would change this way fails. A feature that
   * would be updated fails even if it is the same already: otherwise a writer could find out what is stored by
   * guessing.
   */
  readonly refused?: readonly ChangeKind[] | undefined;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
  /** Limits of the owner of the space over all spaces. Writes that exceed them fail. */
  readonly quota?: FeatureQuota | undefined;
  /** The features that it deletes go into the trash as this deletion; without it they are deleted for good. */
  readonly disposal?: Disposal | undefined;
  /**
   * Whether the batch is part of a long piece of work. If writes wait for each other, other writes go first, but not
   * twice in a row. The result has its `timing`.
   */
  readonly inBackground?: boolean | undefined;
  /** For a dry run: nothing is written, and the result is what it would be. */
  readonly trial?: WriteTrial | undefined;
}

/** Measurements of a background batch that decide the size of the next one. */
export interface WriteTiming {
  /** Duration of the write without its waiting time. */
  readonly durationMs: number;
  /** Whether a write that is not in the background arrived meanwhile and waited for it. */
  readonly contended: boolean;
}

/** The result of a batch; ids and texts in its order. */
export interface WriteResult {
  /** The version of the space after it. */
  readonly version: number;
  readonly inserted: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  /** Stored already with the same content. They keep their version and times. */
  readonly unchanged: readonly string[];
  readonly failed: readonly FeatureFailure[];
  /** Texts of all inserted, updated and unchanged features, as far as asked for. */
  readonly features: readonly string[];
  /** All inserted and updated features as they are now, where that was asked for; not of a dry run. */
  readonly puts?: readonly FeaturePut[] | undefined;
  /** With the `puts`: the content that the version is one of. */
  readonly content?: string | undefined;
  /** Present for a batch in the background. Absent if others need not wait for the batch, however large it is. */
  readonly timing?: WriteTiming | undefined;
  /** Of a dry run: what this batch and those before it would have made of the space. The `version` is the present one. */
  readonly trial?: TrialState | undefined;
}

/** Whether a store has to know how much the owner of the space uses, which takes a look at each space of that owner. */
export const hasQuota = ({ quota = {} }: Pick<WriteBatch, 'quota'>): boolean =>
  Object.values(quota).some((most) => most !== undefined);
