import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@cairn/harness';
import type { BlobArea, BlobStore } from '@cairn/images/spi';
import type { DiskEvent, Found } from './disk-events.js';
import type { DiskImage } from './disk-image.js';
import { cutsOf, expectedBefore, imagesAfter, type Sampling } from './power-cut.js';

const FUTURE = 8.64e15;
const MANY = 1_000;

/** The key that stands for the store marker. */
export const MARKER = 'the marker';

/** Opens the store over a disk image. */
export type Reopen = (folder: string) => Promise<BlobStore>;

/** What a reader finds on a disk, by key. */
type Finding = ReadonlyMap<string, Found>;

/** Finds broken promises in disk images after a power cut. */
export class StoreInspection {
  private readonly found = new Map<string, Promise<Finding>>();

  /** `events` are all events of the disk. */
  constructor(
    private readonly events: readonly DiskEvent[],
    private readonly where: { readonly folder: string; readonly reopen: Reopen },
  ) {}

  /** Number of distinct images examined. */
  get imageCount(): number {
    return this.found.size;
  }

  /** What the image holds that must not be found after a cut before event number `at`. */
  async faultsOf(image: DiskImage, at: number): Promise<readonly string[]> {
    const { signature } = image;
    const finding = this.found.get(signature) ?? this.find(image, this.found.size);
    this.found.set(signature, finding);
    const found = await finding;
    const expected = expectedBefore(this.events, at);
    return [...new Set([...found.keys(), ...expected.keys()])].flatMap((key) => {
      const state = found.get(key) ?? 'absent';
      const states = expected.get(key) ?? ['absent'];
      return states.includes(state) ? [] : [`${key} is ${state}, not ${states.join(' or ')}`];
    });
  }

  private async find(image: DiskImage, number: number): Promise<Finding> {
    const folder = join(this.where.folder, String(number));
    mkdirSync(folder);
    image.writeTo(folder);
    try {
      return await read(await this.where.reopen(folder));
    } catch (error) {
      return new Map([['the store', `unusable: ${String(error)}`]]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** Staged files are removed first: blobs must not depend on them. */
async function read(store: BlobStore): Promise<Finding> {
  await store.discardStagedBefore(FUTURE);
  const stored = await keysIn(store.area('originals'));
  const aside = await keysIn(store.area('quarantine'));
  const found = new Map<string, Found>();
  for (const key of new Set([...stored, ...aside])) {
    const places = [
      ...(stored.includes(key) ? ['stored'] : []),
      ...(aside.includes(key) ? ['set aside'] : []),
    ];
    if (!stored.includes(key)) await store.move(key, { from: 'quarantine', to: 'originals' });
    found.set(key, `${places.join(' and ')} ${await digestIn(store, key)}`);
  }
  const marker = await store.marker.find();
  if (marker !== undefined) found.set(MARKER, `stored ${digestOf(marker)}`);
  return found;
}

/** Without the blobs of the write probe. */
async function keysIn(area: BlobArea): Promise<readonly string[]> {
  const listed = await area.list(MANY, undefined);
  return listed.map(({ key }) => key).filter((key) => !/^probe[0-9a-f]{16}$/.test(key));
}

async function digestIn(store: BlobStore, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of await store.area('originals').get(key)) hash.update(piece);
  return hash.digest('hex');
}

/** The events and store of one run. */
export interface Trial {
  readonly events: readonly DiskEvent[];
  readonly inspection: StoreInspection;
  readonly seed: number;
  /** Maximum number of images examined per cut. */
  readonly most: number;
}

/** Promises broken by a power cut at any point. */
export async function faultsAtEveryCut(trial: Trial): Promise<readonly string[]> {
  const faults = new Set<string>();
  for (const at of cutsOf(trial.events)) for (const fault of await faultsAt(trial, at)) faults.add(fault);
  return [...faults];
}

/** Promises broken by a power cut after the last event. */
export async function faultsAtTheEnd(trial: Trial): Promise<readonly string[]> {
  return await faultsAt(trial, trial.events.length);
}

/** Whether a power cut at some point breaks a promise if this sync is left out. */
export async function isNeeded({ events, inspection, ...trial }: Trial, sync: DiskEvent): Promise<boolean> {
  for (const at of cutsOf(events).toReversed())
    for (const image of imagesAfter({ events, at, without: sync }, sampling(trial)))
      if ((await inspection.faultsOf(image, at)).length > 0) return true;
  return false;
}

async function faultsAt({ events, inspection, ...trial }: Trial, at: number): Promise<readonly string[]> {
  const images = [...imagesAfter({ events, at }, sampling(trial))];
  const found = await Promise.all(images.map((image) => inspection.faultsOf(image, at)));
  return found.flat().map((fault) => `power cut before event ${at} of ${events.length}: ${fault}`);
}

function sampling({ seed, most }: Pick<Trial, 'seed' | 'most'>): Sampling {
  return { most, random: new Random(seed) };
}

/** Lower-case hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
