import { HotFeatureStore } from '@cairn/adapter-hot';
import { it } from '@jest/globals';
import { assertAnswersLikeBelow } from '@cairn/testkit';
import { memoryRepositories } from '../memory-repositories.js';

it('answers as the store below', async () => {
  const { features: below, spaces, outbox } = memoryRepositories();
  if (below === undefined) throw new Error('no features');
  const t = performance.now();
  await assertAnswersLikeBelow(
    { below, features: new HotFeatureStore(below), spaces, outbox, other: below },
    { seed: Number(process.env['MODEL_SEED'] ?? 11), questions: 1000, size: 300, changesEvery: 10 },
  );
  console.log(performance.now() - t);
});
