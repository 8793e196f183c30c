import { expect, it } from '@jest/globals';
import { WorkAttempts } from '@cairn/kernel';
import { takeSteps, type FailedStep } from '@cairn/spaces/spi';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFailedWorkRepository } from '../kernel/memory-failed-work-repository.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

/** Work with a number of steps for each key. Keys starting with `bad` fail. */
function workOf(left: Record<string, number>) {
  return async (skipped: readonly string[]): Promise<FailedStep | 'more' | 'done'> => {
    const [key] = Object.keys(left).filter((name) => (left[name] ?? 0) > 0 && !skipped.includes(name));
    if (key === undefined) return 'done';
    if (key.startsWith('bad')) return { failed: key, reason: 'it is broken' };
    left[key] = (left[key] ?? 0) - 1;
    return 'more';
  };
}

it('what fails is skipped, also by later runs until it may be tried again, and the rest is done', async () => {
  const clock = new ManualClock();
  const failures = new MemoryFailedWorkRepository();
  const attempts = newAttempts(clock, failures);
  const left = { bad1: 1, good1: 3, bad2: 1, good2: 2 };
  await takeSteps(workOf(left), attempts.run('purge'));
  expect(left).toEqual({ bad1: 1, good1: 0, bad2: 1, good2: 0 });
  const known = await failures.list({ job: 'purge', limit: 10 });
  expect(known).toMatchObject([{ item: 'bad1', reason: 'bad1: it is broken' }, { item: 'bad2' }]);
  await takeSteps(workOf(left), attempts.run('purge'));
  expect(await failures.list({ job: 'purge', limit: 10 })).toEqual(known);
  clock.advance(60_000);
  await takeSteps(workOf({ ...left, bad2: 0 }), attempts.run('purge'));
  expect(await failures.list({ job: 'purge', limit: 10 })).toMatchObject([{ item: 'bad1', attempts: 2 }]);
});

it('ends where it is cancelled, and where what is to be skipped is not', async () => {
  const left = { good: 5 };
  await takeSteps(workOf(left), newAttempts().run('purge'), {
    get aborted() {
      return left.good === 3;
    },
  });
  expect(left).toEqual({ good: 3 });
  const stubborn = async (): Promise<FailedStep> => ({ failed: 'bad', reason: 'it is broken' });
  await expect(takeSteps(stubborn, newAttempts().run('purge'))).rejects.toThrow('bad failed twice');
});

it('does not wait for ever for a step that does not end', async () => {
  const limited = async (): Promise<never> => await Promise.reject(new Error('too long'));
  const [failures, clock] = [new MemoryFailedWorkRepository(), new ManualClock()];
  const run = new WorkAttempts({ failures, clock, limited }).run('purge');
  await expect(takeSteps(() => new Promise(() => undefined), run)).rejects.toThrow('too long');
});
