import type { Cancellation } from '@cairn/kernel';
import type { CellQuery, FeatureCell } from './cell-query.js';
import type { Analysis, AnalysisQuery } from './analysis-query.js';
import type { FeatureUse } from '../content/account-use.js';

/** What the spaces of all owners come to. */
export interface SpaceTotal {
  readonly spaceCount: number;
  readonly featureCount: number;
}

/** What many features come to, of those that a `FeatureStore` holds. */
export abstract class FeatureAnalytics {
  /**
   * The cells that the features are in that the criteria accept, by ascending name, as `ClusteredFeatures` counts them.
   * Gives nothing once it is cancelled.
   * @throws {SpaceNotFound} {InvalidInput} where there are more than `MAX_CELLS`: as soon as that is known.
   */
  abstract cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]>;

  /**
   * What the features are like that the criteria accept, as `AnalysedFeatures` finds out; that there are none once it is
   * cancelled. @throws {SpaceNotFound}
   */
  abstract analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis>;

  /** Of all spaces and their features. It may look at each space, and at no feature. */
  abstract total(): Promise<SpaceTotal>;

  /** Of the spaces of an owner. It may look at each of them, and at no feature. */
  abstract use(owner: string): Promise<FeatureUse>;
}
