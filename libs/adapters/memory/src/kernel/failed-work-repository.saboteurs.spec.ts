import { describe, it } from '@jest/globals';
import type { FailedWorkRepository } from '@cairn/kernel';
import { failedWorkRepositoryContract, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryFailedWorkRepository } from './memory-failed-work-repository.js';

const open = async (): Promise<FailedWorkRepository> => new MemoryFailedWorkRepository();

const saboteurs: Saboteurs<FailedWorkRepository, typeof failedWorkRepositoryContract> = {
  'an item is found with every field, that of its job alone': (failures) =>
    sabotaged(failures, {
      save: async ({ payload: _, ...failure }) => await failures.save(failure),
    }),
  'what is saved of an item replaces what was': (failures) =>
    sabotaged(failures, {
      save: async (failure) => await failures.save({ ...(await failures.find(failure)), ...failure }),
    }),
  'a job’s are listed by item, as many as are wanted, and without those set aside on request': (failures) =>
    sabotaged(failures, { list: async ({ waiting: _, ...query }) => await failures.list(query) }),
  'each job’s are counted, those set aside too': (failures) =>
    sabotaged(failures, {
      count: async () => {
        const counts = await failures.count();
        const waiting = Object.keys(counts).map(async (job) => {
          const listed = await failures.list({ job, limit: 100, waiting: true });
          return [job, listed.length] as const;
        });
        return Object.fromEntries(await Promise.all(waiting));
      },
    }),
  'a removed item is gone, and no other': (failures) =>
    sabotaged(failures, {
      remove: async ({ item }) => {
        for (const job of Object.keys(await failures.count())) await failures.remove({ job, item });
      },
    }),
  'one item is to be tried anew, or all of a job, and no other': (failures) =>
    sabotaged(failures, { retry: async ({ job }, now) => await failures.retry({ job }, now) }),
  'what other versions failed at is to be tried anew, once': (failures) =>
    sabotaged(failures, {
      renew: async (_, now) => {
        for (const job of Object.keys(await failures.count())) await failures.retry({ job }, now);
      },
    }),
  'what failed last before a time is removed': (failures) =>
    sabotaged(failures, { prune: async (before) => await failures.prune(before + 1) }),
  'failed work is there after a restart': (failures) => failures,
};

describe('the contract of failed work repositories', () =>
  verifyFails({ contract: failedWorkRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
