import type { FeatureAnalytics } from './analytics/feature-analytics.js';
import type { FeatureMaintenance } from './feature-maintenance.js';
import type { FeatureStore } from './feature-store.js';

/** The three ports to the features in one database. */
export type FeaturePorts = FeatureStore & FeatureAnalytics & FeatureMaintenance;
