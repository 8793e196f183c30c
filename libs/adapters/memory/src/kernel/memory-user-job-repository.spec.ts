import { describe, it } from '@jest/globals';
import { userJobRepositoryContract, verify, WorkUnderWay, type UserJobPorts } from '@cairn/testkit';
import { MemoryOutbox } from './memory-outbox.js';
import { MemoryUserJobRepository } from './memory-user-job-repository.js';

const open = async (): Promise<UserJobPorts> => {
  const work = new WorkUnderWay();
  const outbox = new MemoryOutbox(undefined, work.current);
  return { outbox, work, userJobs: new MemoryUserJobRepository(outbox) };
};

describe('MemoryUserJobRepository', () =>
  verify({
    contract: userJobRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'jobs are there after a restart': 'memory is not durable' },
  }));
