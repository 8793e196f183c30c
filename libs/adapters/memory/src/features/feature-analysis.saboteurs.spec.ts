import { describe, it } from '@jest/globals';
import type { AnalysisQuery } from '@cairn/spaces';
import {
  featureAnalysisRules,
  inFeatures,
  verifyFails,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const asks = (change: (query: AnalysisQuery) => AnalysisQuery) =>
  inFeatures((features) => ({
    analyse: (id, query, cancellation) => features.analyse(id, change(query), cancellation),
  }));

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureAnalysisRules> = {
  'an analysis counts what meets the criteria: total, bounds, types, properties and tags': asks(
    ({ boxes: _, ...query }) => query,
  ),
  'values of a member are counted by how often they come': asks(({ groupBy, ...query }) => ({
    ...query,
    groupBy: groupBy && { ...groupBy, top: 1 },
  })),
  'numbers of a member are counted in ranges of the same width': asks(({ histogram, ...query }) => ({
    ...query,
    histogram: histogram && { ...histogram, bins: histogram.bins + 1 },
  })),
  'dates of a member are counted by periods of UTC': asks(({ timeBuckets, ...query }) => ({
    ...query,
    timeBuckets: timeBuckets && { ...timeBuckets, interval: 'day' },
  })),
  'an analysis finds nothing once it is cancelled, and fails without a space': inFeatures((features) => ({
    analyse: (id, query) => features.analyse(id, query),
  })),
};

describe('what feature stores promise of an analysis', () =>
  verifyFails({ contract: featureAnalysisRules, subject: featureStores, saboteurs, it }));
