import { MemoryBlobStore, MemoryCatalogRepository } from '@cairn/adapter-memory';
import { SystemClock } from '@cairn/adapter-system';
import { SweepBlobs } from '@cairn/images';
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
    { leads: async () => leading },
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
    { leads: () => Promise.reject(new Error('gone')) },
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
