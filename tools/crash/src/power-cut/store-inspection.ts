import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobArea, BlobStore } from '@cairn/images';
import type { DiskEvent, Found } from './disk-events.js';
import type { DiskImage } from './disk-image.js';
import { expectedBefore } from './power-cut.js';

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

/** Lower-case hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
