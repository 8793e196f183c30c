import { describe, it } from '@jest/globals';
import type { UserJobRepository } from '@cairn/kernel';
import {
  later,
  sabotaged,
  userJobRepositoryContract,
  verifyFails,
  WorkUnderWay,
  type Saboteurs,
  type UserJobPorts,
} from '@cairn/testkit';
import { MemoryOutbox } from './memory-outbox.js';
import { MemoryUserJobRepository } from './memory-user-job-repository.js';

const open = async (): Promise<UserJobPorts> => {
  const work = new WorkUnderWay();
  const outbox = new MemoryOutbox(undefined, work.current);
  return { outbox, work, userJobs: new MemoryUserJobRepository(outbox) };
};

const breaking =
  (change: (jobs: UserJobRepository) => Partial<UserJobRepository>) =>
  ({ userJobs, ...ports }: UserJobPorts): UserJobPorts => ({
    ...ports,
    userJobs: sabotaged(userJobs, change(userJobs)),
  });

const saboteurs: Saboteurs<UserJobPorts, typeof userJobRepositoryContract> = {
  'a job has every field, for its owner alone': breaking((jobs) => ({
    add: async ({ total: _, ...job }, max) => await jobs.add(job, max),
  })),
  'a job names the trace in which it was added, whoever carries it out': ({ userJobs, work, ...ports }) => ({
    ...ports,
    work,
    userJobs: sabotaged(userJobs, {
      claim: async (claim) => {
        const job = await userJobs.claim(claim);
        return job && { ...job, ...work.current() }; // that of who carries it out
      },
    }),
  }),
  'an owner has no more open jobs than that': breaking((jobs) => ({
    add: async (job, max) => await jobs.add(job, max + 1),
  })),
  'jobs of an owner and of kinds are listed page by page, the latest first': breaking((jobs) => ({
    list: async (query, page) => await jobs.list({ ...query, kinds: [...query.kinds, 'bulk'] }, page),
  })),
  'a listing does not have what is to be done, and where it goes on': breaking((jobs) => ({
    list: async (query, page) => {
      const { items, ...rest } = await jobs.list(query, page);
      return { ...rest, items: await Promise.all(items.map(({ owner, id }) => jobs.get(owner, id))) };
    },
  })),
  'of several who claim at once each gets another job': breaking((jobs) => {
    let last: ReturnType<UserJobRepository['claim']> | undefined;
    return {
      // Two who come together get the same one.
      claim: async (claim) => {
        const shared = (last ??= jobs.claim(claim));
        await later();
        last = undefined;
        return await shared;
      },
    };
  }),
  'a claim gets the oldest job of the owner with the fewest that run': breaking((jobs) => ({
    claim: async (claim) => {
      const [oldest] = (await jobs.list({ owner: 'alice', kinds: ['import'] }, { limit: 9 })).items
        .filter(({ state }) => state === 'waiting')
        .reverse();
      if (oldest === undefined) return await jobs.claim(claim);
      await jobs.cancel('alice', oldest.id, claim.now);
      return await jobs.get('alice', oldest.id);
    },
  })),
  'of an owner with as many that run as may, none is claimed': breaking((jobs) => ({
    claim: async (claim) => await jobs.claim({ ...claim, maxPerOwner: 3 }),
  })),
  'a job is claimed again once nobody holds it, and not before': breaking(() => ({
    hold: async () => undefined,
  })),
  'a step is stored, and a job that waits is due later': breaking((jobs) => ({
    advance: async (job, step) =>
      await jobs.advance(job, step.state === 'waiting' ? { ...step, dueAt: 0 } : step),
  })),
  'an end is stored with its event, and is one': (ports) => ({ ...ports, outbox: new MemoryOutbox() }),
  'a cancelled job goes no further, and one that has ended stays as it is': breaking((jobs) => ({
    cancel: async (owner, id, now) => ({ ...(await jobs.cancel(owner, id, now)), endedAt: now }),
  })),
  'jobs that ended before a time are removed, as many as are wanted': breaking((jobs) => ({
    prune: async (before, limit) => await jobs.prune(before + 1, limit),
  })),
  'jobs are there after a restart': (ports) => ports,
};

describe('the contract of user job repositories', () =>
  verifyFails({ contract: userJobRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
