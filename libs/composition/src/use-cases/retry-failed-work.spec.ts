import { ManualClock, MemoryFailedWorkRepository } from '@cairn/adapter-memory';
import { WorkAttempts, type Jobs, type JobStatus } from '@cairn/kernel';
import { expect, it } from '@jest/globals';
import { FailedWorkNotFound, RetryFailedWork } from './retry-failed-work.js';

const job: JobStatus = { name: 'describe-images', everyMs: 1, leaderOnly: true, runs: 0, state: 'running' };

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

it('what is given up is set aside, and an event forgotten', async () => {
  const [clock, failures] = [new ManualClock(1_000), new MemoryFailedWorkRepository()];
  const run = new WorkAttempts({ failures, clock }).run(job.name);
  await run.note('damaged', new Error('It is damaged.'));
  await run.note('0001', new Error('It is refused.'), { payload: '{}' });
  const jobs: Jobs = { list: () => [job], nudge: () => undefined };
  const work = new RetryFailedWork({ jobs, failures, clock });
  for (const item of ['damaged', '0001']) await work.drop({ job: job.name, item });
  expect((await work.list()).flatMap(({ failures: failed }) => failed)).toEqual([
    expect.objectContaining({ item: 'damaged', reason: 'It is damaged.', attempts: 1 }),
  ]);
  clock.advance(24 * 60 * 60 * 1000);
  expect(await failures.list({ job: job.name, waiting: true, limit: 10 })).toEqual([]);
  await expect(work.drop({ job: job.name, item: '0001' })).rejects.toThrow(FailedWorkNotFound);
});
