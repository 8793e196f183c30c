import { describe, it } from '@jest/globals';
import {
  featureIndexRules,
  filters,
  inFeatures,
  verifyFails,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureIndexRules> = {
  'a search by an index finds the same as without one': filters((filter) =>
    filter.kind === 'compare'
      ? {
          ...filter,
          values: filter.values.map((value) => (typeof value === 'string' ? value.slice(0, 64) : value)),
        }
      : filter,
  ),
  'a page of what very many features have in common is found by an index': filters((filter) =>
    filter.kind === 'compare' && filter.values.every((value) => typeof value === 'string')
      ? { ...filter, operator: 'startsWith', values: filter.values.map((value) => value.slice(0, 64)) }
      : filter,
  ),
  'indexes are built for what a space asks for, and removed when it no longer does': inFeatures(
    (features) => {
      const known = new Map<string, readonly string[]>();
      return {
        indexed: async (id) => {
          for (const path of await features.indexed(id)) known.set(`${id} ${String(path)}`, path);
          return [...known].filter(([name]) => name.startsWith(`${id} `)).map(([, path]) => path);
        },
      };
    },
  ),
  'an index has what was written while it was built, and nothing that went': inFeatures((features) => {
    const counts = new Map<string, number>();
    return {
      count: async (id, criteria) => {
        const name = JSON.stringify([id, criteria]);
        const count = counts.get(name) ?? (await features.count(id, criteria));
        counts.set(name, count);
        return count;
      },
    };
  }),
  'a space without features has its indexes from the first write on, whatever went before': inFeatures(
    (features) => {
      let isBuilt = false;
      return {
        index: async () => {
          isBuilt = true;
          return await features.index();
        },
        indexed: async (id) => (isBuilt ? await features.indexed(id) : []),
      };
    },
  ),
};

describe('what indexes promise', () =>
  verifyFails({ contract: featureIndexRules, subject: featureStores, saboteurs, it }));
