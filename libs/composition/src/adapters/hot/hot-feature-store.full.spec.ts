import { featureStoreContract, verify, type FeatureStorePorts } from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { memoryRepositories } from '../memory-repositories.js';
import { HOT_MODES, hotStore } from './hot-stores.spec.kit.js';

describe.each(HOT_MODES.filter((mode) => mode !== 'overlay'))('HotFeatureStore over memory, %s', (mode) => {
  const open = async (): Promise<FeatureStorePorts> => {
    const { features: below, spaces, outbox } = memoryRepositories();
    if (below === undefined) throw new Error('There is no store of features.');
    return { ...hotStore(below, mode), spaces, outbox };
  };
  verify({
    contract: featureStoreContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'features are all there after a restart, with the head of their space': 'memory is not durable',
      'features are kept as they were beyond a restart': 'memory is not durable',
    },
  });
});
