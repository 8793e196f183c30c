import { expect, it } from '@jest/globals';
import { StorageUnavailable, WorkAttempts } from '@cairn/kernel';
import { later } from '@cairn/testkit';
import { ManualClock } from './manual-clock.js';
import { MemoryFailedWorkRepository } from './memory-failed-work-repository.js';

const MINUTE_MS = 60_000;
const JOB = 'describe-images';

function opened(version = '1.0.0', failures = new MemoryFailedWorkRepository(), clock = new ManualClock(1)) {
  const told: unknown[] = [];
  const failed = (_: string, error: unknown): void => void told.push(error);
  return { failures, clock, told, attempts: new WorkAttempts({ failures, clock, version, failed }) };
}

const fails = async (): Promise<void> => {
  throw new Error('It is damaged.');
};
const unavailable = async (): Promise<void> => {
  throw new StorageUnavailable('away');
};
const works = async (): Promise<void> => undefined;

it('an item that fails waits for a minute, ten, an hour and six, and is then set aside', async () => {
  const { failures, clock, attempts, told } = opened();
  for (const minutes of [1, 10, 60, 360]) {
    expect(await attempts.run(JOB).attempt('a', fails)).toBe('failed');
    clock.advance(minutes * MINUTE_MS - 1);
    expect(await attempts.run(JOB).attempt('a', works)).toBe('waits');
    clock.advance(1);
  }
  expect(await attempts.run(JOB).attempt('a', fails)).toBe('failed');
  clock.advance(1_000 * 60 * MINUTE_MS);
  expect(await attempts.run(JOB).attempt('a', works)).toBe('waits');
  expect(await attempts.run(JOB).resting()).toEqual(['a']);
  expect(await failures.find({ job: JOB, item: 'a' })).toMatchObject({
    attempts: 5,
    reason: 'It is damaged.',
  });
  expect(told).toHaveLength(5);
  await failures.retry({ job: JOB }, clock.now());
  expect(await attempts.run(JOB).attempt('a', works)).toBe('done');
  expect(await failures.count()).toEqual({});
});

it('other items go on, and each run counts what failed', async () => {
  const { attempts } = opened();
  const run = attempts.run(JOB);
  const outcomes = [];
  for (const work of [works, fails, works]) outcomes.push(await run.attempt(`${outcomes.length}`, work));
  expect([outcomes, run.failed]).toEqual([['done', 'failed', 'done'], 1]);
});

it('an attempt that its process does not survive counts', async () => {
  const { failures, clock } = opened();
  for (const waits of [1, 10, 60, 360, 0]) {
    const { attempts } = opened('1.0.0', failures, clock);
    void attempts.run(JOB).attempt('a', () => new Promise(() => undefined));
    await later();
    clock.advance(waits * MINUTE_MS);
  }
  const { attempts } = opened('1.0.0', failures, clock);
  expect(await attempts.run(JOB).attempt('a', works)).toBe('waits');
  expect(await failures.find({ job: JOB, item: 'a' })).toMatchObject({ attempts: 5 });
});

it('an attempt that is stopped does not count', async () => {
  const { failures, clock, attempts } = opened();
  await attempts.run(JOB).attempt('a', fails);
  const before = await failures.find({ job: JOB, item: 'a' });
  clock.advance(MINUTE_MS);
  for (const item of ['a', 'b'])
    expect(await attempts.run(JOB).attempt(item, fails, { signal: { aborted: true } })).toBe('failed');
  expect(await failures.list({ job: JOB, limit: 10 })).toEqual([before]);
});

it('a run ends where a store is away, and counts no more than two items as failed', async () => {
  const { failures, attempts } = opened();
  const run = attempts.run(JOB);
  for (const item of ['a', 'b']) await run.attempt(item, unavailable);
  await expect(run.attempt('c', unavailable)).rejects.toThrow('away');
  expect((await failures.list({ job: JOB, limit: 10 })).map(({ item }) => item)).toEqual(['a', 'b']);
  const between = attempts.run(JOB);
  for (const [item, work] of [
    ['d', unavailable],
    ['e', unavailable],
    ['f', works],
    ['g', unavailable],
  ] as const)
    // prettier-ignore
    await between.attempt(item, work);
  expect(between.failed).toBe(3);
});
