import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ManualClock,
  MemoryCatalogRepository,
  MemoryImageProcessor,
  SequenceIdGenerator,
} from '@cairn/adapter-memory';
import { CatalogRules, DeleteImage, UploadImage, type BlobStore, type Image } from '@cairn/images';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NoiseImage } from '../noise-image.js';
import { BlobInspection } from './blob-inspection.js';
import type { DiskEvent, Sync } from './disk-events.js';
import { faultsAtEveryCut, faultsAtTheEnd, isNeeded, type Trial } from './faults.js';
import { RecordedDisk } from './recorded-disk.js';
import { recordedModule } from './recorded-module.js';
import { bytesFor, put } from './stores.js';

const most = Number(process.env['POWER_CUT_IMAGES'] ?? 16);
const seed = Number(process.env['POWER_CUT_SEED'] ?? Date.now() % 1_000_000_000);
const SMALL = 3_000;
const LARGE = 1_200_000; // more than is held in memory
const SLOW_MS = 30;
const TIMEOUT_MS = 30_000 + most * 1_000;

let imageCount = 0;
let folder: string;
let disk: RecordedDisk;
jest.unstable_mockModule('node:fs/promises', () => recordedModule(() => disk));
const { FsBlobStore } = await import('@cairn/adapter-fs');

jest.setTimeout(TIMEOUT_MS);

beforeEach(newDisk);
afterEach(removeDisk);

function newDisk(): void {
  const inMemory = '/dev/shm'; // the disk that is tested is not the one that the tests run on
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
const openStore = (): Promise<BlobStore> => openIn(join(folder, 'disk'));

/** Looks at what came of what was recorded. */
async function inspect<T>(look: (trial: Trial) => Promise<T>, atMost = most): Promise<T> {
  const { events } = disk;
  const inspection = new BlobInspection(events, { folder: join(folder, 'images'), reopen: openIn });
  const seen = await look({ events, inspection, seed, most: atMost });
  imageCount += inspection.imageCount;
  return seen;
}

describe('a power cut at any time', () => {
  it('loses no blob, small or large, whatever else is discarded and deleted', async () => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => {
      const store = await openStore();
      await put(disk, store, { key: 'small', sizeInBytes: SMALL });
      await put(disk, store, { key: 'Large', sizeInBytes: LARGE });
      await put(disk, store, { key: 'smaller', sizeInBytes: 1 });
      await (await store.stage(bytesFor('discarded', LARGE), LARGE)).discard();
      disk.note({ kind: 'released', key: 'small' });
      await store.delete('small');
    });
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('loses none of many blobs taken in at once', async () => {
    await disk.run(async () => {
      const store = await openStore();
      const keys = ['a1', 'a2', 'b1', 'a3'];
      await Promise.all(keys.map((key) => put(disk, store, { key, sizeInBytes: SMALL })));
    });
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('loses no blob of a second start, wherever the first was killed', async () => {
    const start = async (key: string): Promise<void> =>
      put(disk, await openStore(), { key, sizeInBytes: SMALL });
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

/** After how many events a process is to be killed; of directories made at once, after the first. */
function killsIn(events: readonly DiskEvent[]): readonly number[] {
  return [...events.keys()].filter((number) => {
    const [before, last] = [events[number - 1], events[number]];
    const isAnother =
      before?.kind === 'enter' && last?.kind === 'enter' && before.directory === last.directory;
    return !(isAnother && last.isDirectory && last.name !== 'staging');
  });
}

describe('a sync that is left out', () => {
  const needs = async (): Promise<readonly string[]> =>
    await inspect(async (trial) => {
      const lines: string[] = [];
      for (const sync of trial.events.filter((event): event is Sync => event.kind === 'sync')) {
        const name = sync.path.replace(/[0-9a-f]{32}/, '*');
        lines.push(`${name}: ${(await isNeeded(trial, sync)) ? 'loses something' : 'loses nothing'}`);
      }
      return lines;
    });

  it('loses a blob, whichever it is; only the probe has some that nobody misses', async () => {
    await disk.run(async () => {
      const store = await openStore();
      await put(disk, store, { key: 'first', sizeInBytes: SMALL });
      await put(disk, store, { key: 'fifth', sizeInBytes: LARGE });
    });
    expect(await needs()).toEqual([
      ': loses something', // the entry of cairn
      'cairn: loses something', // of data
      'cairn/data: loses something', // of blobs and staging
      'cairn/data/staging/*: loses nothing', // what is stored to see whether anything can be
      'cairn/data/blobs: loses nothing',
      'cairn/data/blobs/pr: loses nothing',
      'cairn/data/staging/*: loses something', // the bytes of the first
      'cairn/data/blobs: loses something', // the entries of the directories of keys with f
      'cairn/data/blobs/fi: loses something', // of the first
      'cairn/data/staging/*: loses something', // the bytes of the fifth
      'cairn/data/blobs/fi: loses something', // the entry of the fifth
    ]);
  });
});

describe('an upload', () => {
  /** Promises the bytes of an image from the moment on that it may be stored. */
  class PromisingCatalog extends MemoryCatalogRepository {
    override async add(image: Image, quota: number): Promise<void> {
      disk.note({ kind: 'promised', key: image.file.blobKey, sha256: image.file.sha256 });
      await super.add(image, quota).catch((error: unknown) => {
        disk.note({ kind: 'released', key: image.file.blobKey });
        throw error;
      });
    }

    override async remove(owner: string, id: string): Promise<Image> {
      const image = await super.remove(owner, id);
      disk.note({ kind: 'released', key: image.file.blobKey });
      return image;
    }
  }

  /** Uploads two images, a small and a large one, has a third refused, and deletes the first. */
  async function work(blobs: BlobStore): Promise<void> {
    const ports = { blobs, catalog: new PromisingCatalog(), processor: new MemoryImageProcessor() };
    const rules = new CatalogRules({});
    const upload = new UploadImage({
      ...ports,
      rules,
      clock: new ManualClock(),
      ids: new SequenceIdGenerator(),
    });
    const images: Image[] = [];
    for (const side of [20, 640])
      images.push(await upload.execute(anUpload(NoiseImage.ofSide(side).with('one'))));
    await ports.catalog.setQuota('alice', 2);
    const [first] = images;
    if (first !== undefined) await new DeleteImage(ports).execute('alice', first.id);
  }

  const anUpload = (bytes: Uint8Array) => ({
    owner: 'alice',
    name: 'photo.png',
    bytes: pieces(bytes),
    details: async () => ({}),
  });

  it('leaves no image in the catalog whose bytes a power cut takes', async () => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => work(await openStore()));
    expect(await inspect(faultsAtEveryCut)).toEqual([]);
  });

  it('is found out where it is in the catalog before its bytes are durable', async () => {
    disk.syncMs = SLOW_MS;
    await disk.run(async () => work(hasty(await openStore())));
    expect(await inspect(faultsAtEveryCut)).toContainEqual(expect.stringContaining('is lost'));
  });
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** A store that acknowledges a commit when it has begun. */
function hasty(store: BlobStore): BlobStore {
  const stage: BlobStore['stage'] = async (bytes, limit) => {
    const staged = await store.stage(bytes, limit);
    return Object.assign(Object.create(staged) as typeof staged, {
      commit: async (key: string, type: string) => void staged.commit(key, type),
      discard: async () => undefined,
    });
  };
  return Object.assign(Object.create(store) as BlobStore, { stage });
}
