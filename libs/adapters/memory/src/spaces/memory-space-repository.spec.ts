import { describe, it } from '@jest/globals';
import { spaceRepositoryContract, verify } from '@cairn/testkit';
import { MemorySpaceRepository } from './memory-space-repository.js';

const open = async (): Promise<MemorySpaceRepository> => new MemorySpaceRepository();

describe('MemorySpaceRepository', () =>
  verify({
    contract: spaceRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'spaces are all there after a restart': 'memory is not durable' },
  }));
