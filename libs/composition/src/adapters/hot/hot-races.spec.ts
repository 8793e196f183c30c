import { HotFeatureStore } from '@cairn/adapter-hot';
import { it } from '@jest/globals';
import { assertReadsKeepUp } from '@cairn/testkit';
import { memoryRepositories } from '../memory-repositories.js';

it('keeps up with writes', async () => {
  const { features: below, spaces } = memoryRepositories();
  if (below === undefined) throw new Error('no features');
  const features = new HotFeatureStore(below);
  await assertReadsKeepUp({ reading: features, writing: features, spaces, seed: 1, readers: 4, writes: 300 });
});
