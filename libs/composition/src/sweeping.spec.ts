import { MemoryBlobStore, MemoryCatalogRepository } from '@cairn/adapter-memory';
import { SystemClock } from '@cairn/adapter-system';
import { SweepBlobs, type SweepReport } from '@cairn/images';
import { expect, it } from '@jest/globals';
import { startSweeping } from './sweeping.js';

const TURNS_MS = 60;

it('only the node that leads sweeps, from the moment it does', async () => {
  const clock = new SystemClock();
  const sweep = new SweepBlobs({
    catalog: new MemoryCatalogRepository(),
    blobs: new MemoryBlobStore(clock),
    clock,
  });
  let leading = false;
  let sweeps = 0;
  const sweeping = startSweeping(
    sweep,
    { leads: async () => leading, belongTogether: async () => undefined },
    {
      database: { kind: 'memory' },
      blobs: { kind: 'memory' },
      sweep: { everyMs: 5, graceMs: 0 },
      events: { swept: () => (sweeps += 1), sweepFailed: () => undefined },
    },
  );
  await new Promise((resolve) => setTimeout(resolve, TURNS_MS));
  expect(sweeps).toBe(0);
  leading = true;
  await new Promise((resolve) => setTimeout(resolve, TURNS_MS));
  await sweeping.stop();
  expect(sweeps).toBeGreaterThan(0);
});

it('a database that cannot say who leads is a sweep that failed, and the next one is tried', async () => {
  const clock = new SystemClock();
  const ports = { catalog: new MemoryCatalogRepository(), blobs: new MemoryBlobStore(clock), clock };
  const failures: unknown[] = [];
  const sweeping = startSweeping(
    new SweepBlobs(ports),
    { leads: () => Promise.reject(new Error('gone')), belongTogether: async () => undefined },
    {
      database: { kind: 'memory' },
      blobs: { kind: 'memory' },
      sweep: { everyMs: 5, graceMs: 0 },
      events: { swept: () => undefined, sweepFailed: (error) => failures.push(error) },
    },
  );
  await new Promise((resolve) => setTimeout(resolve, TURNS_MS));
  await sweeping.stop();
  expect(failures.length).toBeGreaterThan(1);
});

it('a sweep that is under way is aborted by stop, and what it did is told', async () => {
  const clock = new SystemClock();
  const catalog = new MemoryCatalogRepository();
  const blobs = new MemoryBlobStore(clock);
  for (const key of ['a', 'b', 'c']) await (await blobs.stage(oneByte(), 1)).commit(key, 'image/png');
  const moved: string[] = [];
  const slow = Object.assign(blobs, {
    quarantine: {
      ...blobs.quarantine,
      add: async (key: string) => {
        moved.push(key);
        await new Promise((resolve) => setTimeout(resolve, TURNS_MS));
      },
    },
  });
  const reports: SweepReport[] = [];
  const sweeping = startSweeping(
    new SweepBlobs({ catalog, blobs: slow, clock }),
    { leads: async () => true, belongTogether: async () => undefined },
    {
      database: { kind: 'memory' },
      blobs: { kind: 'memory' },
      sweep: { graceMs: -TURNS_MS },
      events: { swept: (report) => reports.push(report), sweepFailed: () => undefined },
    },
  );
  while (moved.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await sweeping.stop();
  expect(moved).toEqual(['a']);
  expect(reports).toMatchObject([{ outcome: 'aborted', orphans: 3, quarantined: 1 }]);
});

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
}
