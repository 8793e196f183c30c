import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsBlobStore } from '@cairn/adapter-fs';
import type { BlobStore } from '@cairn/images/spi';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import type { DiskEvent, Sync } from './disk-events.js';
import {
  faultsAtEveryCut,
  faultsAtTheEnd,
  isNeeded,
  StoreInspection,
  type Trial,
} from './store-inspection.js';
import { RecordedDisk, recordFileSystem } from './recorded-disk.js';
import { bytesFor, ObservedStore } from './observed-store.js';
import { uploadAndDelete, type Commit } from './upload-path.js';

const most = Number(process.env['POWER_CUT_IMAGES'] ?? 16);
const seed = Number(process.env['POWER_CUT_SEED'] ?? Date.now() % 1_000_000_000);
const SMALL = 3_000;
const LARGE = 1_200_000; // larger than the in-memory buffer
const SLOW_MS = 25;
const TIMEOUT_MS = 30_000 + most * 1_000;

let imageCount = 0;
let folder: string;
let disk: RecordedDisk;
afterAll(recordFileSystem(() => disk));

jest.setTimeout(TIMEOUT_MS);

beforeEach(newDisk);
afterEach(removeDisk);

function newDisk(): void {
  const inMemory = '/dev/shm'; // the tested disk is simulated; the folder below only hosts it
  folder = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'cairn-power-cut-'));
  for (const name of ['disk', 'images']) mkdirSync(join(folder, name));
  disk = new RecordedDisk(join(folder, 'disk'));
}

function removeDisk(): void {
  rmSync(folder, { recursive: true });
}

afterAll(() => {
  process.stdout.write(
    `\nPower cuts: ${imageCount} images of disks, POWER_CUT_SEED=${seed} POWER_CUT_IMAGES=${most}\n`,
  );
});

const openIn = (root: string): Promise<BlobStore> =>
  FsBlobStore.open({ directory: join(root, 'cairn', 'data') });
const openStore = async (): Promise<ObservedStore> =>
  new ObservedStore(disk, await openIn(join(folder, 'disk')));

/** Examines the recorded events. */
async function inspect<T>(look: (trial: Trial) => Promise<T>, atMost = most): Promise<T> {
  const { events } = disk;
  const inspection = new StoreInspection(events, { folder: join(folder, 'images'), reopen: openIn });
  const seen = await look({ events, inspection, seed, most: atMost });
  imageCount += inspection.imageCount;
  return seen;
}

describe('a power cut at any time', () => {
  it('loses no blob, small or large, whatever is discarded and deleted meanwhile', async () => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => {
      const store = await openStore();
      await store.put('small', SMALL);
      await store.put('Large', LARGE);
      await store.put('smaller', 1);
      await (await store.store.stage(bytesFor('discarded', LARGE), LARGE)).discard();
      await store.delete('small');
    });
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('loses none of many concurrent blobs', async () => {
    await disk.run(async () => {
      const store = await openStore();
      const keys = ['a1', 'a2', 'b1', 'a3'];
      await Promise.all(keys.map((key) => store.put(key, SMALL)));
    });
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('loses no blob while it is quarantined and restored, and keeps one marker, complete', async () => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => {
      const store = await openStore();
      await store.claim('one');
      await store.put('first', SMALL);
      await store.put('second', SMALL);
      await store.setAside('first');
      await store.restore('first');
      await store.setAside('second');
      await store.deleteAside('second');
      await store.replaceMarker('two');
    });
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('loses no blob of a second start, wherever the first was killed', async () => {
    const start = async (key: string): Promise<void> => (await openStore()).put(key, SMALL);
    await disk.run(() => start('killed'));
    for (const killAfter of killsIn(disk.events)) {
      removeDisk();
      newDisk();
      expect(await disk.run(() => start('killed'), killAfter)).toBe(false);
      await disk.run(() => start('kept'));
      expect(await inspect(faultsAtTheEnd, Math.ceil(most / 4))).toEqual([]);
    }
  });
});

/** Event counts after which to kill the process. Directories created together count once. */
function killsIn(events: readonly DiskEvent[]): readonly number[] {
  return [...events.keys()].filter((number) => {
    const [before, last] = [events[number - 1], events[number]];
    const isAnother =
      before?.kind === 'enter' && last?.kind === 'enter' && before.directory === last.directory;
    return !(isAnother && last.isDirectory && last.name !== 'staging');
  });
}

describe('a sync that is left out', () => {
  /** What is lost without each sync, from number `first` on. */
  const needs = async (first: number): Promise<readonly string[]> =>
    await inspect(async (trial) => {
      const lines: string[] = [];
      const syncs = trial.events.filter((event): event is Sync => event.kind === 'sync');
      for (const sync of syncs.slice(first)) {
        const name = sync.path.replace(/[0-9a-f]{32}/, '*');
        lines.push(`${name}: ${(await isNeeded(trial, sync)) ? 'loses something' : 'loses nothing'}`);
      }
      return lines;
    });

  it('loses a blob; only the syncs of the write probe lose nothing', async () => {
    await disk.run(async () => {
      const store = await openStore();
      await store.put('first', SMALL);
      await store.put('fifth', LARGE);
    });
    expect(await needs(0)).toEqual([
      ': loses something', // the entry of cairn
      'cairn: loses something', // of data
      'cairn/data: loses something', // of blobs and staging
      'cairn/data/staging/*: loses nothing', // the write probe
      'cairn/data/blobs: loses nothing',
      'cairn/data/blobs/pr: loses nothing',
      'cairn/data/staging/*: loses something', // bytes of the first blob
      'cairn/data/blobs: loses something', // entries of the directories of keys with f
      'cairn/data/blobs/fi: loses something', // entry of the first blob
      'cairn/data/staging/*: loses something', // bytes of the fifth blob
      'cairn/data/blobs/fi: loses something', // entry of the fifth blob
    ]);
  });

  it('loses a blob that is quarantined or restored, or a marker', async () => {
    await disk.run(async () => {
      const store = await openStore();
      await store.put('first', SMALL);
      await store.setAside('first');
      await store.restore('first');
      await store.claim('one');
      await store.replaceMarker('two');
    });
    expect(await needs(9)).toEqual([
      'cairn/data/quarantine: loses something', // entries of the directories of keys with f
      'cairn/data/quarantine/fi: loses something', // moved into quarantine
      'cairn/data/blobs/fi: loses something', // removed from service
      'cairn/data/blobs/fi: loses something', // back in service
      'cairn/data/quarantine/fi: loses something', // removed from quarantine
      'cairn/data/staging/*: loses something', // bytes of the first marker
      'cairn/data: loses something', // its entry
      'cairn/data/staging/*: loses something', // bytes of the second marker
      'cairn/data: loses something', // its entry
    ]);
  });
});

describe('an upload', () => {
  const uploadWith = async (commit: Commit): Promise<readonly string[]> => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => uploadAndDelete(disk, (await openStore()).store, commit));
    return await inspect(faultsAtEveryCut);
  };

  it('leaves no image in the catalog whose bytes a power cut loses', async () => {
    expect(await uploadWith((staged, blob) => staged.commit(blob))).toEqual([]);
  });

  it('syncs the bytes that are stored, and not those that still have their metadata', async () => {
    await disk.run(async () =>
      uploadAndDelete(disk, (await openStore()).store, (staged, blob) => staged.commit(blob)),
    );
    const synced = disk.events.filter((event) => event.kind === 'sync' && event.path.includes('/staging/'));
    expect(synced).toHaveLength(1 + 3); // the write probe, and a file for each image
  });

  it('detects a catalog entry written before its bytes are durable', async () => {
    const faults = await uploadWith(async (staged, blob) => {
      staged.discard = async () => undefined; // not awaited: the catalog commit overtakes it
      void staged.commit(blob);
    });
    expect(faults).toContainEqual(expect.stringContaining('is absent'));
  });
});
