import { describe, it } from '@jest/globals';
import type { IdempotencyRepository } from '@cairn/kernel';
import { idempotencyRepositoryContract, verify } from '@cairn/testkit';
import { MemoryIdempotencyRepository } from './memory-idempotency-repository.js';

const open = async (): Promise<IdempotencyRepository> => new MemoryIdempotencyRepository();

describe('MemoryIdempotencyRepository', () =>
  verify({
    contract: idempotencyRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'claims are there after a restart': 'memory is not durable' },
  }));
