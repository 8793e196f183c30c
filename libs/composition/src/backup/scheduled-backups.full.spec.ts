import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@cairn/adapter-memory';
import { BlobStore } from '@cairn/images/spi';
import { everyStore } from '@cairn/services';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import { BackupFolder } from './backup-folder.js';
import type { BackedUpStores } from './backups.js';
import { BackupWorld, running, uploadSome } from './backups.spec.kit.js';
import { ScheduledBackups } from './scheduled-backups.js';

const HOUR_MS = 3_600_000;

let world: BackupWorld;
let stores: BackedUpStores;
let application: Application;
let clock: ManualClock;
let folder: string;
let backups: ScheduledBackups;

const run = async (): Promise<unknown> =>
  await backups.job.run({ signal: { aborted: false }, report: () => undefined });
const snapshots = async (): Promise<readonly string[]> => {
  const opened = await BackupFolder.open(folder);
  return await opened.names().finally(() => opened.close());
};

// Each opens a database and images on disk, which takes a second.
beforeEach(async () => {
  const [first] = everyStore;
  if (first === undefined) throw new Error('no stores');
  world = await BackupWorld.open(first);
  stores = await world.stores('first');
  application = await running(stores);
  await uploadSome(application);
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  folder = world.folder('backups');
  const blobs = application.get(BlobStore);
  backups = new ScheduledBackups(
    { database: stores.database, blobs, clock, version: '1' },
    { folder, everyMs: 24 * HOUR_MS, keepDays: 2 },
  );
});

afterEach(async () => {
  await application.close();
  await world.close();
});

it('are made when the latest one is old enough, also after a restart, and the old ones go', async () => {
  expect(backups.status()).toBeUndefined();
  expect(await run()).toMatchObject({ blobs: 4, copied: 3, faults: 0 });
  clock.advance(23 * HOUR_MS);
  expect(await run()).toMatchObject({ nextAt: '2026-01-02T00:00:00.000Z' });
  expect(await snapshots()).toHaveLength(1);
  for (let day = 0; day < 4; day += 1) {
    clock.advance(24 * HOUR_MS);
    expect(await run()).toMatchObject({ copied: 0 });
  }
  expect(await snapshots()).toHaveLength(3);
  expect(backups.status()).toEqual({ state: 'ok', latest: clock.now(), everyMs: 24 * HOUR_MS });
});

it('tell that one failed, that one is overdue, and that bytes are missing', async () => {
  await writeFile(folder, 'not a folder');
  await expect(run()).rejects.toThrow();
  expect(backups.status()).toEqual({ state: 'failed', latest: undefined, everyMs: 24 * HOUR_MS });
  await rm(folder);
  await run();
  expect(backups.status()?.state).toBe('ok');
  clock.advance(37 * HOUR_MS);
  expect(backups.status()?.state).toBe('overdue');
  for (const { key } of await all()) await application.get(BlobStore).area('originals').delete(key);
  await rm(join(folder, 'blobs'), { recursive: true });
  expect(await run()).toMatchObject({ faults: 4 });
  expect(backups.status()).toEqual({ state: 'incomplete', latest: clock.now(), everyMs: 24 * HOUR_MS });
});

it('are made where the latest one has no manifest that can be read', async () => {
  await run();
  const [name = ''] = await snapshots();
  await writeFile(join(folder, 'snapshots', name, 'manifest.json'), '{}');
  clock.advance(HOUR_MS);
  expect(await run()).toMatchObject({ blobs: 4, copied: 0 });
  expect(await snapshots()).toHaveLength(2);
  expect(backups.status()).toEqual({ state: 'ok', latest: clock.now(), everyMs: 24 * HOUR_MS });
});

it('are made, each when it is due, after the clock was set back', async () => {
  await run();
  clock.advance(-72 * HOUR_MS);
  expect(await run()).toMatchObject({ blobs: 4, copied: 0 });
  expect(backups.status()).toEqual({ state: 'ok', latest: clock.now(), everyMs: 24 * HOUR_MS });
  clock.advance(23 * HOUR_MS);
  expect(await run()).toMatchObject({ nextAt: '2025-12-30T00:00:00.000Z' });
  clock.advance(HOUR_MS);
  await run();
  expect(await snapshots()).toHaveLength(3);
});

it('have failed until one succeeds, also while the next one is made', async () => {
  await run();
  clock.advance(25 * HOUR_MS);
  const other = await BackupFolder.open(folder);
  await expect(run()).rejects.toThrow();
  await other.close();
  let meanwhile: unknown;
  await backups.job.run({
    signal: { aborted: false },
    report: () => (meanwhile ??= backups.status()?.state),
  });
  expect(meanwhile).toBe('failed');
  expect(backups.status()?.state).toBe('ok');
});

const all = async () => await application.get(BlobStore).area('originals').list(10, undefined);
