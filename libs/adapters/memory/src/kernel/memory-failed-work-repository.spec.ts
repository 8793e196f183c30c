import { describe, it } from '@jest/globals';
import type { FailedWorkRepository } from '@cairn/kernel';
import { failedWorkRepositoryContract, verify } from '@cairn/testkit';
import { MemoryFailedWorkRepository } from './memory-failed-work-repository.js';

const open = async (): Promise<FailedWorkRepository> => new MemoryFailedWorkRepository();

describe('MemoryFailedWorkRepository', () =>
  verify({
    contract: failedWorkRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'failed work is there after a restart': 'memory is not durable' },
  }));
