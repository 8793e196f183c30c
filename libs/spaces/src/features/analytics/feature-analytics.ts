import type { Cancellation } from '@cairn/kernel';
import type { CellQuery, FeatureCell } from './cell-query.js';
import type { Analysis, AnalysisQuery } from './analysis-query.js';
import type { FeatureUse } from '../content/account-use.js';

/** Totals over the spaces of all owners. */
export interface SpaceTotal {
  readonly spaceCount: number;
  readonly featureCount: number;
}

/** Aggregates over the features of a `FeatureStore`. */
export abstract class FeatureAnalytics {
  /**
   * The cells of the features that meet the criteria, by ascending name, as `ClusteredFeatures` counts them. Gives
   * nothing once it is cancelled.
   * @throws {SpaceNotFound} {InvalidInput} where there are more than `MAX_CELLS`: as soon as that is known.
   */
  abstract cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]>;

  /**
   * Analyses the features that meet the criteria, as `AnalysedFeatures` does. Once it is cancelled, the result is that
   * of no features. @throws {SpaceNotFound}
   */
  abstract analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis>;

  /** Totals over all spaces and their features. May read each space, but no features. */
  abstract total(): Promise<SpaceTotal>;

  /** Totals over the spaces of an owner. May read each of them, but no features. */
  abstract use(owner: string): Promise<FeatureUse>;
}
