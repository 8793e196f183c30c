import { describe, it } from '@jest/globals';
import { userJobRepositoryContract, verify, type UserJobPorts } from '@cairn/testkit';
import { MemoryOutbox } from './memory-outbox.js';
import { MemoryUserJobRepository } from './memory-user-job-repository.js';

const open = async (): Promise<UserJobPorts> => {
  const outbox = new MemoryOutbox();
  return { outbox, userJobs: new MemoryUserJobRepository(outbox) };
};

describe('MemoryUserJobRepository', () =>
  verify({
    contract: userJobRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'jobs are there after a restart': 'memory is not durable' },
  }));
