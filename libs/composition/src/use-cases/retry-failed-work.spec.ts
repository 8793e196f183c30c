import { ManualClock, MemoryFailedWorkRepository } from '@cairn/adapter-memory';
import { WorkAttempts, type Jobs, type JobStatus } from '@cairn/kernel';
import { expect, it } from '@jest/globals';
import { RetryFailedWork } from './retry-failed-work.js';

const job: JobStatus = { name: 'describe-images', everyMs: 1, leaderOnly: true, state: 'running' };

it('what is under way is listed as failed only once its server has ended', async () => {
  const [clock, failures] = [new ManualClock(1_000), new MemoryFailedWorkRepository()];
  const attempts = new WorkAttempts({ failures, clock });
  const run = attempts.run(job.name);
  await run.attempt('damaged', () => Promise.reject(new Error('It is damaged.')));
  await new Promise<void>((begun) => void run.attempt('slow', () => new Promise(() => begun())));
  const listed = async (status: JobStatus): Promise<unknown> => {
    const jobs: Jobs = { list: () => [status], nudge: () => undefined };
    const [found] = await new RetryFailedWork({ jobs, failures, clock }).list();
    return [found?.failureCount, found?.failures.map(({ item }) => item)];
  };
  expect(await listed({ ...job, startedAt: 1_000 })).toEqual([1, ['damaged']]);
  expect(await listed({ ...job, startedAt: 2_000 })).toEqual([2, ['damaged', 'slow']]);
  expect(await listed({ ...job, state: 'idle' })).toEqual([2, ['damaged', 'slow']]);
});
