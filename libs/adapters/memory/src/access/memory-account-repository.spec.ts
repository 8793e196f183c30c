import { describe, it } from '@jest/globals';
import { accountRepositoryContract, verify } from '@cairn/testkit';
import { MemoryAccountRepository } from './memory-account-repository.js';

const open = async (): Promise<MemoryAccountRepository> => new MemoryAccountRepository();

describe('MemoryAccountRepository', () =>
  verify({
    contract: accountRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'accounts are there after a restart, and addFirst adds no other': 'memory is not durable',
    },
  }));
