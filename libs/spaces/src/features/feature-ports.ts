import type { FeatureAnalytics } from './analytics/feature-analytics.js';
import type { FeatureMaintenance } from './feature-maintenance.js';
import type { FeatureStore } from './feature-store.js';

/** All that a database offers that holds features: three ports on the same ones. */
export type FeaturePorts = FeatureStore & FeatureAnalytics & FeatureMaintenance;
