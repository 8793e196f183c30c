import { describe, it } from '@jest/globals';
import {
  featureCopyRules,
  inFeatures,
  searches,
  verifyFails,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureCopyRules> = {
  'large features wait for copies, each in each version once': inFeatures((features) => ({
    addCopies: async (key, copies) => {
      if (copies.length > 0) await features.addCopies(key, copies);
    },
  })),
  'a query for a zoom gives the copies of large features as they are now, and only such a query': searches(
    ({ copies, ...query }) => ({ ...query, copies: copies?.map((part) => (part === 4 ? 3 : part)) }),
  ),
  'of several copies a query gives the first that a feature has': searches(({ copies, ...query }) => ({
    ...query,
    copies: copies?.toReversed(),
  })),
  'features that are not wanted now are left out, until they change': inFeatures((features) => ({
    uncopied: (after) => features.uncopied(after),
  })),
  'features near boxes are those whose boxes touch them, and few others': searches(
    ({ near, boxes, ...query }) => ({ ...query, boxes: boxes ?? near }),
  ),
};

describe('what is promised of copies', () =>
  verifyFails({ contract: featureCopyRules, subject: featureStores, saboteurs, it }));
