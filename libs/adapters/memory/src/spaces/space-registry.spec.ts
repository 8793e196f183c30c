import { describe, it } from '@jest/globals';
import { spaceRegistryContract, verify, type SpaceRegistryPorts } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemorySpaceRepository } from './memory-space-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const open = async (): Promise<SpaceRegistryPorts> => ({
  spaces: new MemorySpaceRepository(),
  clock: new ManualClock(),
  ids: new SequenceIdGenerator(),
});

describe('the space registry in memory', () =>
  verify({
    contract: spaceRegistryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'acknowledged changes are there after a restart': 'memory is not durable' },
  }));
