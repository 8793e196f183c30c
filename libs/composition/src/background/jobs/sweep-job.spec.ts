import { MemoryBlobStore, MemoryCatalogRepository } from '@cairn/adapter-memory';
import { SystemClock, SystemTimer } from '@cairn/adapter-system';
import { SweepBlobs, type SweepReport } from '@cairn/images';
import { aBlob, until } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { ScheduledJobs } from './scheduled-jobs.js';
import { sweepJob } from './background-jobs.js';

it('a running sweep is aborted by stop, and its result is reported', async () => {
  const clock = new SystemClock();
  const catalog = new MemoryCatalogRepository();
  const blobs = new MemoryBlobStore(clock);
  for (const key of ['a', 'b', 'c']) await (await blobs.stage(oneByte(), 1)).commit(aBlob(key));
  const moved: string[] = [];
  let end: () => void = () => undefined;
  const slow = Object.assign(blobs, {
    move: async (key: string) => {
      moved.push(key);
      await new Promise<void>((resolve) => (end = resolve));
      return true;
    },
  });
  const reports: SweepReport[] = [];
  const jobs = new ScheduledJobs({
    clock,
    timer: new SystemTimer(),
    leads: async () => true,
    failed: () => undefined,
  });
  const sweep = new SweepBlobs({ catalog, blobs: slow, clock });
  const conditions = {
    belongTogether: async () => undefined,
    prepared: { expire: async () => 0 },
    swept: (report: SweepReport) => reports.push(report),
  };
  jobs.start(sweepJob(sweep, conditions, { graceMs: -1_000 })); // also what came just now
  await until('the first is moved', () => moved.length > 0);
  expect(jobs.list()).toMatchObject([{ name: 'sweep-blobs', state: 'running', progress: { done: 3 } }]);
  const stopped = jobs.stop();
  end();
  await stopped;
  expect(moved).toEqual(['a']);
  expect(reports).toMatchObject([{ outcome: 'aborted', orphans: 3, quarantined: 1 }]);
  expect(jobs.list()).toMatchObject([
    { state: 'idle', outcome: { status: 'aborted', result: { quarantined: 1, missing: 0 } } },
  ]);
});

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
}
