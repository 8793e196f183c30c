import { describe, it } from '@jest/globals';
import { apiKeyRepositoryContract, verify } from '@cairn/testkit';
import { MemoryApiKeyRepository } from './memory-api-key-repository.js';

const open = async (): Promise<MemoryApiKeyRepository> => new MemoryApiKeyRepository();

describe('MemoryApiKeyRepository', () =>
  verify({
    contract: apiKeyRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'keys, uses and revocations are there after a restart': 'memory is not durable',
    },
  }));
