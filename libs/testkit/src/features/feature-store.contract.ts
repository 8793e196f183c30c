import type { Contract } from '../contract.js';
import { featureAnalysisRules } from './feature-analysis.rules.js';
import { featureAreaRules } from './feature-area.rules.js';
import { featureBackgroundRules } from './feature-background.rules.js';
import { featureCellRules } from './feature-cell.rules.js';
import { featureCrowdRules } from './feature-crowd.rules.js';
import { featureShareRules } from './feature-share.rules.js';
import { featureCopyRules } from './feature-copy.rules.js';
import { featureFilterRules } from './feature-filter.rules.js';
import { featureHeadRules } from './feature-head.rules.js';
import { featureHistoryRules } from './feature-history.rules.js';
import { featureIndexRules } from './feature-index.rules.js';
import { featureLevelRules } from './feature-level.rules.js';
import { featureNearestRules } from './feature-nearest.rules.js';
import { featureOrderRules } from './feature-order.rules.js';
import { featurePermissionRules } from './feature-permission.rules.js';
import { featureSortRules } from './feature-sort.rules.js';
import { featureSpaceRules } from './feature-space.rules.js';
import type { FeatureStorePorts } from './feature-store-ports.js';
import { featureStoringRules } from './feature-storing.rules.js';
import { featureTrialRules } from './feature-trial.rules.js';
import { featureWritingRules } from './feature-writing.rules.js';

/** What a store promises of storing and writing features. */
export const featureWriteRules = {
  ...featureStoringRules,
  ...featureWritingRules,
  ...featurePermissionRules,
  ...featureHistoryRules,
  ...featureBackgroundRules,
  ...featureTrialRules,
} satisfies Contract<FeatureStorePorts>;

/** What it promises of features and their space, and of searches. */
export const featureReadRules = {
  ...featureSpaceRules,
  ...featureHeadRules,
  ...featureAreaRules,
  ...featureFilterRules,
  ...featureOrderRules,
  ...featureSortRules,
  ...featureNearestRules,
  ...featureLevelRules,
} satisfies Contract<FeatureStorePorts>;

/** What it promises of cells and of statistics. */
export { featureAnalysisRules, featureCellRules, featureCrowdRules, featureShareRules };

/** What it promises of indexes. */
export { featureIndexRules };

/** What it promises of copies of large features, and of features near a place. */
export { featureCopyRules };

/** What every `FeatureStore` promises, together with the spaces and the outbox of its store. */
export const featureStoreContract = {
  ...featureWriteRules,
  ...featureReadRules,
  ...featureCellRules,
  ...featureCrowdRules,
  ...featureShareRules,
  ...featureAnalysisRules,
  ...featureIndexRules,
  ...featureCopyRules,
} satisfies Contract<FeatureStorePorts>;
