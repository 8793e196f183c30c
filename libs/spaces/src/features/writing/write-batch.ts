import type { ChangeKind, FeatureFailure, FeatureModification } from './modification.js';

/** Features to write in one transaction; plain data. */
export interface WriteBatch {
  /** Applied in their order: a later one of the same feature sees what an earlier one made of it. */
  readonly modifications: readonly FeatureModification[];
  /** `rollback`: where one fails, nothing is written. `skip`: the others are written. */
  readonly onFailure: 'rollback' | 'skip';
  /** Whether the result has the texts of the features. */
  readonly returning: 'texts' | 'ids';
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of one feature in UTF-8; merged features have to keep it too. */
  readonly maxSizeInBytes: number;
  /** What the writer has no right to: a feature that would change so fails. */
  readonly refused?: readonly ChangeKind[] | undefined;
  /** How many features the space may have: one more fails. */
  readonly maxFeatures?: number | undefined;
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
  /** Of all inserted, updated and unchanged features, if asked for. */
  readonly features: readonly string[];
}
