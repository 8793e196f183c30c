import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import {
  assertAnswersLikeBruteForce,
  assertLikeModel,
  featureStoreContract,
  verify,
  type FeatureStorePorts,
} from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const open = async (): Promise<FeatureStorePorts> => {
  const outbox = new MemoryOutbox();
  const spaces = new MemorySpaceRepository(outbox);
  return { features: new MemoryFeatureStore(spaces, outbox), spaces, outbox };
};

const modelQuestions = Number(process.env['MODEL_QUESTIONS'] ?? 40);
const modelRuns = Number(process.env['MODEL_RUNS'] ?? 60);

const subject = { open, reopen: open };

describe('MemoryFeatureStore', () =>
  verify({
    contract: featureStoreContract,
    subject,
    it,
    waivers: {
      'features are all there after a restart, with the head of their space': 'memory is not durable',
      'features are kept as they were beyond a restart': 'memory is not durable',
    },
  }));

it(
  'agrees with a naive model after any operations',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 15 }), (operations) =>
        assertLikeModel(subject, operations),
      ),
      { numRuns: modelRuns, seed: Number(process.env['MODEL_SEED'] ?? 11) },
    ),
  60_000 + modelRuns * 1_000,
);

it(
  'answers random questions as brute force does',
  () =>
    assertAnswersLikeBruteForce(subject, {
      seed: Number(process.env['MODEL_SEED'] ?? 11),
      questions: modelQuestions,
    }),
  60_000 + modelQuestions * 100,
);
