import { describe, expect, it } from '@jest/globals';
import {
  assertAnswersLikeBelow,
  assertReadsKeepUp,
  featureStoreContract,
  verify,
  type FeatureStorePorts,
} from '@cairn/testkit';
import { memoryRepositories } from '../memory-repositories.js';
import { HOT_MODES, hotStore, type HotMode } from './hot-stores.spec.kit.js';

const seed = Number(process.env['MODEL_SEED'] ?? 11);
const questions = Number(process.env['MODEL_QUESTIONS'] ?? 100);

function open(mode: HotMode) {
  const { features: below, spaces, outbox } = memoryRepositories();
  if (below === undefined) throw new Error('There is no store of features.');
  return { ...hotStore(below, mode), below, spaces, outbox };
}

describe('HotFeatureStore over memory', () => {
  const fresh = async (): Promise<FeatureStorePorts> => open('overlay');

  verify({
    contract: featureStoreContract,
    subject: { open: fresh, reopen: fresh },
    it,
    waivers: {
      'features are all there after a restart, with the head of their space': 'memory is not durable',
      'features are kept as they were beyond a restart': 'memory is not durable',
    },
  });
});

describe.each(HOT_MODES)('HotFeatureStore over memory, %s', (mode) => {
  it(
    `answers random questions as the store below, between changes of any kind, MODEL_SEED=${seed}`,
    async () => {
      const { hot, ...store } = open(mode);
      await assertAnswersLikeBelow(
        { ...store, other: store.below },
        { seed, questions, size: 40, changesEvery: 10 },
      );
      expect(hot.state().answers).toBeGreaterThan(questions / 5);
    },
    60_000 + questions * 100,
  );

  it('has what was written before a question, and never goes back', async () => {
    const { features, spaces } = open(mode);
    await assertReadsKeepUp({ spaces, reading: features, writing: features, seed, readers: 4, writes: 60 });
  });
});
