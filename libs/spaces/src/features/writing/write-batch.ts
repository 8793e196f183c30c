import type { Disposal } from '@cairn/kernel';
import type { FeatureQuota } from '../content/account-use.js';
import type { ChangeKind, FeatureFailure, FeatureModification } from './modification.js';

/** Features to write in one transaction; plain data. */
export interface WriteBatch {
  /** Applied in their order: a later one of the same feature sees what an earlier one made of it. */
  readonly modifications: readonly FeatureModification[];
  /** Whose turn it takes where large writes wait for each other. Default: that of the space. */
  readonly holder?: string | undefined;
  /** `rollback`: where one fails, nothing is written. `skip`: the others are written. */
  readonly onFailure: 'rollback' | 'skip';
  /**
   * Whether the result has the texts of the features; `own-texts` of those that hold nothing but what is written here, for a
   * writer who may not read.
   */
  readonly returning: 'texts' | 'own-texts' | 'ids';
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of one feature in UTF-8; merged features have to keep it too. */
  readonly maxSizeInBytes: number;
  /** Members and items of one feature, as `FeatureLimits` has them; merged features have to keep it too. */
  readonly maxValues: number;
  /**
   * What the writer has no right to: a feature that would change so fails. One that would be updated fails also where it is
   * the same already: else a writer could find out what is stored by guessing.
   */
  readonly refused?: readonly ChangeKind[] | undefined;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
  /** Limits of the owner of the space over all spaces. Writes that exceed them fail. */
  readonly quota?: FeatureQuota | undefined;
  /** The features that it deletes go into the trash as this deletion; without it they are deleted for good. */
  readonly disposal?: Disposal | undefined;
  /**
   * Whether it is one of many of a long piece of work: where writes wait for each other, what else waits goes first, but not
   * twice in a row, and the result has its `timing`.
   */
  readonly inBackground?: boolean | undefined;
}

/** Measurements of a background batch that decide the size of the next one. */
export interface WriteTiming {
  /** Duration of the write without its waiting time. */
  readonly durationMs: number;
  /** Whether a write that is not in the background came meanwhile, and waited for it. */
  readonly contended: boolean;
}

/** What came of a batch; ids and texts in its order. */
export interface WriteResult {
  /** The version of the space after it. */
  readonly version: number;
  readonly inserted: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  /** Written as they were already: they keep their version and times. */
  readonly unchanged: readonly string[];
  readonly failed: readonly FeatureFailure[];
  /** Of all inserted, updated and unchanged features, as far as asked for. */
  readonly features: readonly string[];
  /** Of a batch in the background; absent where others need not wait for it, however large it is. */
  readonly timing?: WriteTiming | undefined;
}

/** Whether a store has to know what the owner of the space has, which takes a look at each space of that one. */
export const hasQuota = ({ quota = {} }: Pick<WriteBatch, 'quota'>): boolean =>
  Object.values(quota).some((most) => most !== undefined);
