import { ManualClock, MemoryFailedWorkRepository } from '@cairn/adapter-memory';
import { WorkAttempts } from '@cairn/kernel';
import { expect, it } from '@jest/globals';
import type { HotSpaces } from '../../use-cases/hot-spaces.js';
import { HOT_JOB, hotSpacesJob } from './hot-spaces-job.js';

const clock = new ManualClock(1_000_000);

function opened(build: (spaceId: string) => Promise<unknown>, ...waiting: readonly string[]) {
  const failures = new MemoryFailedWorkRepository();
  const postponed: string[] = [];
  const hot: HotSpaces = {
    state: () => ({ maxBytes: 0, usedBytes: 0, answers: 0, below: 0, spaces: [], building: [], failed: [] }),
    onWanted: () => undefined,
    waiting: () => waiting,
    build,
    postpone: (spaceId) => void postponed.push(spaceId),
    check: async () => undefined,
    close: async () => undefined,
  };
  const job = hotSpacesJob(hot, new WorkAttempts({ failures, clock }));
  const signal = { aborted: false };
  return { failures, postponed, signal, run: () => job.run({ signal, report: () => undefined }) };
}

it('lists a space that could not be built as failed, and builds the others', async () => {
  const build = async (spaceId: string): Promise<void> => {
    if (spaceId === 'broken') throw new Error('The build made no progress for 30 s.');
  };
  const { failures, postponed, run } = opened(build, 'broken', 'whole');
  expect(await run()).toEqual({ built: 1 });
  const [failed] = await failures.list({ job: HOT_JOB, limit: 10 });
  expect(failed).toMatchObject({
    item: 'broken',
    attempts: 1,
    reason: 'The build made no progress for 30 s.',
  });
  expect(postponed).toEqual(['broken']);
});

it('does not try a space again before its time', async () => {
  let builds = 0;
  const build = async (): Promise<void> => {
    builds += 1;
    throw new Error('no');
  };
  const { run } = opened(build, 'broken');
  await run();
  await run();
  expect(builds).toBe(1);
  clock.advance(60_000);
  await run();
  expect(builds).toBe(2);
});

it('stops before the next space', async () => {
  const built: string[] = [];
  const subject = opened(
    async (spaceId) => {
      built.push(spaceId);
      subject.signal.aborted = true;
    },
    'a',
    'b',
  );
  await subject.run();
  expect(built).toEqual(['a']);
});
