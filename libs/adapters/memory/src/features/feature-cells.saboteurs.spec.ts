import { describe, it } from '@jest/globals';
import type { CellQuery, FeatureCell, FeaturePorts } from '@cairn/spaces/spi';
import {
  featureCellRules,
  featureCrowdRules,
  featureShareRules,
  inFeatures,
  verifyFails,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const asks = (change: (query: CellQuery) => CellQuery) =>
  inFeatures((features) => ({
    cells: (id, query, cancellation) => features.cells(id, change(query), cancellation),
  }));

const gives = (change: (cells: readonly FeatureCell[]) => readonly FeatureCell[]) =>
  inFeatures((features) => ({
    cells: async (id, query, cancellation) => change(await features.cells(id, query, cancellation)),
  }));

/** Returns earlier results again, except for queries with a filter. */
function remembering(features: FeaturePorts): Partial<FeaturePorts> {
  const known = new Map<string, Promise<readonly FeatureCell[]>>();
  return {
    cells: (id, query) => {
      const name = JSON.stringify([id, query]);
      if (query.filter !== undefined) return features.cells(id, query);
      const cells = known.get(name) ?? features.cells(id, query);
      known.set(name, cells);
      return cells;
    },
  };
}

const contract = { ...featureCellRules, ...featureCrowdRules };
const saboteurs: Saboteurs<FeatureStorePorts, typeof contract> = {
  'cells count every feature once, where it is placed, by ascending name': gives((cells) =>
    [...cells].reverse(),
  ),
  'a line or an area counts in the middle of its box, or at its first position; nothing counts nowhere': asks(
    (query) => ({ ...query, place: 'first' }),
  ),
  'cells of a window count what is placed in it, and windows side by side share all features out': asks(
    ({ window, ...query }) => ({ ...query, boxes: window?.boxes }),
  ),
  'cells count the features that meet the criteria': asks(({ filter: _, ...query }) => query),
  'cells have the count, least, greatest, sum and median of the numbers of a member': gives((cells) =>
    cells.map(({ numbers, ...cell }) => ({
      ...cell,
      ...(numbers && { numbers: { ...numbers, median: numbers.sum / Math.max(1, numbers.count) } }),
    })),
  ),
  'cells are the same however they are counted, after any changes': inFeatures(remembering),
  'cells are the same where features are crowded, after any changes': inFeatures(remembering),
  'counting by cells ends once it is cancelled, and fails without a space': inFeatures((features) => ({
    cells: (id, query) => features.cells(id, query),
  })),
};

const sharing: Saboteurs<FeatureStorePorts, typeof featureShareRules> = {
  'an area counts in its cells by its parts, as far as it is in the boxes, where it is asked to': asks(
    ({ weighting: _, ...query }) => query,
  ),
  'an area over more cells than are told apart is refused before they are made': asks(
    ({ weighting: _, ...query }) => query,
  ),
};

describe('what feature stores promise of cells', () =>
  verifyFails({ contract, subject: featureStores, saboteurs, it }));

describe('what feature stores promise of areas in cells', () =>
  verifyFails({ contract: featureShareRules, subject: featureStores, saboteurs: sharing, it }));
