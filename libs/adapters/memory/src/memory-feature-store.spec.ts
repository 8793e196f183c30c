import { describe, it } from '@jest/globals';
import { featureStoreContract, verify, type FeatureStorePorts } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemorySpaceRepository } from './memory-space-repository.js';

const open = async (): Promise<FeatureStorePorts> => {
  const outbox = new MemoryOutbox();
  const spaces = new MemorySpaceRepository(outbox);
  return { features: new MemoryFeatureStore(spaces, outbox), spaces, outbox };
};

describe('MemoryFeatureStore', () =>
  verify({
    contract: featureStoreContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'features are all there after a restart, with the head of their space': 'memory is not durable',
    },
  }));
