import { ManualClock } from '@cairn/adapter-memory';
import type { Job, JobRun } from '@cairn/kernel';
import { later, until } from '@cairn/testkit';
import { afterEach, expect, it } from '@jest/globals';
import { ScheduledJobs } from './scheduled-jobs.js';

const clock = new ManualClock();
const failures: unknown[] = [];
let leading = async (): Promise<boolean> => true;
let jobs = newJobs();

function newJobs(): ScheduledJobs {
  return new ScheduledJobs({
    clock,
    timer: clock,
    leads: () => leading(),
    failed: (job, error) => failures.push([job, String(error)]),
  });
}

afterEach(async () => {
  await jobs.stop();
  failures.length = 0;
  leading = async () => true;
  jobs = newJobs();
});

function aJob(run: (run: JobRun) => Promise<unknown>, given: Partial<Job> = {}): Job {
  return { name: 'count', everyMs: 5, leaderOnly: true, run, ...given };
}

const untilState = (state: 'idle' | 'running'): Promise<void> =>
  until(`the job is ${state}`, () => jobs.list()[0]?.state === state);

/** Ends when the run is aborted. */
async function untilAborted({ signal }: JobRun): Promise<void> {
  while (!signal.aborted) await later();
}

it('runs a job at once and then periodically, never concurrently', async () => {
  let [runs, others, atOnce, most] = [0, 0, 0, 0];
  jobs.start(
    aJob(async ({ signal }) => {
      runs += 1;
      most = Math.max(most, (atOnce += 1));
      const before = others;
      await until('another job of the same period ran', () => signal.aborted || others >= before + 3);
      atOnce -= 1;
    }),
  );
  jobs.start(aJob(async () => (others += 1), { name: 'another' }));
  await until('it ran three times', () => runs === 3);
  expect(most).toBe(1);
});

it('reports jobs that have not run, run, and have run', async () => {
  let end: (result: unknown) => void = () => undefined;
  jobs.start(
    aJob(
      async ({ report }) => {
        report({ done: 1, total: 4 });
        return await new Promise((resolve) => (end = resolve));
      },
      { everyMs: 60_000 },
    ),
  );
  const fixed = { name: 'count', everyMs: 60_000, leaderOnly: true };
  expect(jobs.list()).toEqual([{ ...fixed, runs: 0, state: 'idle' }]);
  await untilState('running');
  const startedAt = clock.now();
  const progress = { done: 1, total: 4 };
  expect(jobs.list()).toEqual([{ ...fixed, runs: 0, state: 'running', progress, startedAt }]);
  end({ counted: 4 });
  await untilState('idle');
  const outcome = { status: 'succeeded', result: { counted: 4 } };
  const endedAt = clock.now();
  const counted = { runs: 1, succeededAt: endedAt };
  expect(jobs.list()).toEqual([{ ...fixed, ...counted, state: 'idle', startedAt, endedAt, outcome }]);
});

it('runs leader-only jobs only while this node leads, and other jobs always', async () => {
  let [led, always] = [0, 0];
  leading = async () => false;
  jobs.start(aJob(async () => (led += 1)));
  jobs.start(aJob(async () => (always += 1), { leaderOnly: false }));
  await until('the other runs', () => always > 2);
  expect(led).toBe(0);
  leading = async () => true;
  await until('it runs', () => led > 0);
});

it('reports failures, also of the leadership check, and retries', async () => {
  let runs = 0;
  jobs.start(
    aJob(
      async () => {
        runs += 1;
        if (runs === 1) throw new Error('broken');
        return runs;
      },
      { everyMs: 60_000 },
    ),
  );
  await until('it ran', () => jobs.list()[0]?.outcome !== undefined);
  expect(jobs.list()[0]?.outcome).toEqual({ status: 'failed', error: 'broken' });
  leading = () => Promise.reject(new Error('gone'));
  jobs.nudge('count');
  await until('it failed again', () => failures.length === 2);
  expect(failures).toEqual([
    ['count', 'Error: broken'],
    ['count', 'Error: gone'],
  ]);
  leading = async () => true;
  jobs.nudge('count');
  await until('it succeeds', () => jobs.list()[0]?.outcome?.status === 'succeeded');
});

it('runs a job at once when it is nudged, and again when that happens while it runs', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const run = async (): Promise<void> => {
    runs += 1;
    await new Promise<void>((resolve) => (end = resolve));
  };
  jobs.start(aJob(run, { everyMs: 60_000 }));
  await until('it runs', () => runs === 1);
  jobs.nudge('count');
  end();
  await until('it runs again', () => runs === 2);
  jobs.nudge('another');
  end();
  await untilState('idle');
  expect(runs).toBe(2);
  jobs.nudge('count');
  await until('it runs once more', () => runs === 3);
  end();
});

it.each<[string, () => Promise<boolean>]>([
  ['says no', async () => false],
  ['fails', () => Promise.reject(new Error('gone'))],
  ['does not come', () => new Promise(() => undefined)],
])(
  'aborts long work of the leader where the answer whether this node still leads %s',
  async (_how, answer) => {
    let [wasAborted, asked] = [false, 0];
    leading = async () => (asked += 1) > 0;
    const run = async (given: JobRun): Promise<void> => {
      await untilAborted(given);
      wasAborted = true;
    };
    jobs.start(aJob(run, { everyMs: 60_000 }));
    await untilState('running');
    for (let passedMs = 0; passedMs < 60_000; passedMs += 5_000) {
      clock.advance(5_000);
      await later();
    }
    expect([wasAborted, asked]).toEqual([false, 5]);
    leading = answer;
    for (let passedMs = 0; passedMs < 20_000; passedMs += 5_000) {
      clock.advance(5_000);
      await later();
    }
    await until('the job is told', () => wasAborted);
    await untilState('idle');
    expect(jobs.list()[0]).toMatchObject({ outcome: { status: 'aborted' } });
    expect(failures).toEqual([]);
  },
);

it('does not tell of an aborted run that throws what came of the run before it', async () => {
  let runs = 0;
  jobs.start(
    aJob(
      async (run) => {
        runs += 1;
        if (runs === 1) return { counted: 4 };
        await untilAborted(run);
        throw new Error('The store is closed.');
      },
      { everyMs: 60_000 },
    ),
  );
  await until('it succeeds', () => jobs.list()[0]?.outcome?.status === 'succeeded');
  jobs.nudge('count');
  await until('it runs again', () => runs === 2);
  await jobs.stop();
  expect(jobs.list()[0]).toMatchObject({ state: 'idle', outcome: { status: 'aborted', result: null } });
  expect(failures).toEqual([]);
});

it('aborts running jobs when it is stopped, and waits for them', async () => {
  let wasAborted = false;
  jobs.start(
    aJob(async (run) => {
      await untilAborted(run);
      wasAborted = true;
    }),
  );
  await untilState('running');
  await jobs.stop();
  expect(wasAborted).toBe(true);
  expect(jobs.list()[0]?.outcome?.status).toBe('aborted');
});
