import type { Contract } from '../contract.js';
import { featureSearchRules } from './feature-search.rules.js';
import { featureSpaceRules } from './feature-space.rules.js';
import type { FeatureStorePorts } from './feature-store-ports.js';
import { featureStoringRules } from './feature-storing.rules.js';
import { featureWritingRules } from './feature-writing.rules.js';

/** What every `FeatureStore` promises, together with the spaces and the outbox of its store. */
export const featureStoreContract = {
  ...featureStoringRules,
  ...featureWritingRules,
  ...featureSpaceRules,
  ...featureSearchRules,
} satisfies Contract<FeatureStorePorts>;
