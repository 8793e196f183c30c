import { describe, it } from '@jest/globals';
import { signingKeyRepositoryContract, verify } from '@cairn/testkit';
import { MemorySigningKeyRepository } from './memory-signing-key-repository.js';

const open = async (): Promise<MemorySigningKeyRepository> => new MemorySigningKeyRepository();

describe('MemorySigningKeyRepository', () =>
  verify({
    contract: signingKeyRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'keys are there after a restart': 'memory is not durable' },
  }));
