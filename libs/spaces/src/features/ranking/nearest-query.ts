import type { StoredFeature } from '../content/stored-feature.js';
import type { FeatureCriteria } from '../searching/feature-query.js';

/** The most features that are found as the nearest. */
export const MAX_NEAREST_LIMIT = 1_000;

/** Which features are near: the nearest of those that meet the criteria. Plain data. */
export interface NearestQuery extends FeatureCriteria {
  /** In degrees. */
  readonly point: readonly [longitude: number, latitude: number];
  /** 1 to `MAX_NEAREST_LIMIT`. */
  readonly limit: number;
  /** Only features that are no farther away. */
  readonly maxDistanceInMeters?: number | undefined;
}

/** A feature, and how far from the point of a query its geometry is. */
export interface NearFeature {
  readonly feature: StoredFeature;
  /** Geodesic, on WGS 84; 0 where the point lies in the geometry. */
  readonly distanceInMeters: number;
}
