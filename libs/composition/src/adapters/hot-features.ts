import type { FeaturePorts } from '@cairn/spaces/spi';
import type { HotSpaces } from '../use-cases/hot-spaces.js';

/** None are in memory. */
const noHotSpaces: HotSpaces = {
  state: () => ({ maxBytes: 0, usedBytes: 0, answers: 0, below: 0, spaces: [], building: [], failed: [] }),
  onWanted: () => undefined,
  waiting: () => [],
  build: async () => undefined,
  postpone: () => undefined,
  check: async () => undefined,
  close: async () => undefined,
};

interface HotFeatures {
  readonly features: FeaturePorts | undefined;
  readonly hot: HotSpaces;
}

/** The features with those in memory in front, where there may be any. */
export async function hotFeatures(features: FeaturePorts | undefined, maxBytes = 0): Promise<HotFeatures> {
  if (features === undefined || maxBytes === 0) return { features, hot: noHotSpaces };
  const { HotFeatureStore } = await import('@cairn/adapter-hot');
  const store = new HotFeatureStore(features, { maxBytes });
  return { features: store, hot: store };
}
