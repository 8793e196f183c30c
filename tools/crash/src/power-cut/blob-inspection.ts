import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore } from '@cairn/images';
import type { DiskEvent } from './disk-events.js';
import type { DiskImage } from './disk-image.js';

const FUTURE = 8.64e15;

/** A store that was opened over an image, or what kept it from that. */
export type Reopen = (folder: string) => Promise<BlobStore>;

/** What a reader finds on a disk. */
interface Finding {
  /** By key the SHA-256 of what a reader gets. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

/** What is wrong with images of a disk after a power cut. */
export class BlobInspection {
  private readonly found = new Map<string, Promise<Finding>>();
  private readonly known: ReadonlyMap<string, string>;

  /** `events` are all that ever happen on the disk. */
  constructor(
    private readonly events: readonly DiskEvent[],
    private readonly where: { readonly folder: string; readonly reopen: Reopen },
  ) {
    this.known = knownIn(events);
  }

  /** How many different images were looked at. */
  get imageCount(): number {
    return this.found.size;
  }

  /** What of the promises before event number `at` the image does not keep. */
  async faultsOf(image: DiskImage, at: number): Promise<readonly string[]> {
    const { signature } = image;
    const finding = this.found.get(signature) ?? this.find(image, this.found.size);
    this.found.set(signature, finding);
    const { blobs, faults } = await finding;
    const lost = [...promisedIn(this.events.slice(0, at))].filter((key) => !blobs.has(key));
    const spoilt = [...blobs].filter(([key, sha256]) => this.known.get(key) !== sha256);
    return [
      ...faults,
      ...lost.map((key) => `${key} is lost`),
      ...spoilt.map(([key]) => `${key} has other bytes than were stored`),
    ];
  }

  private async find(image: DiskImage, number: number): Promise<Finding> {
    const folder = join(this.where.folder, String(number));
    mkdirSync(folder);
    image.writeTo(folder);
    try {
      return await this.read(await this.where.reopen(folder));
    } catch (error) {
      return { blobs: new Map(), faults: [`the store does not open: ${String(error)}`] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** What was staged is tidied away first: a blob must do without. */
  private async read(store: BlobStore): Promise<Finding> {
    await store.discardStagedBefore(FUTURE);
    const listed = await store.list(1_000, undefined);
    const keys = listed.map(({ key }) => key).filter((key) => !isProbe(key));
    const blobs = new Map<string, string>();
    const faults: string[] = [];
    for (const key of new Set([...keys, ...this.known.keys()])) {
      try {
        blobs.set(key, await digestOf(await store.get(key)));
      } catch (error) {
        const isAbsent =
          typeof error === 'object' && error !== null && 'code' in error && error.code === 'blob-not-found';
        if (!isAbsent || keys.includes(key)) faults.push(`${key} cannot be read: ${String(error)}`);
      }
    }
    return { blobs, faults };
  }
}

/** What is stored to see whether something can be; its bytes are nobody's. */
function isProbe(key: string): boolean {
  return /^probe[0-9a-f]{16}$/.test(key);
}

/** By key the digest of what was ever to be stored. */
function knownIn(events: readonly DiskEvent[]): ReadonlyMap<string, string> {
  return new Map(events.flatMap((event) => ('sha256' in event ? [[event.key, event.sha256]] : [])));
}

/** The keys under which something must be found. */
function promisedIn(events: readonly DiskEvent[]): ReadonlySet<string> {
  const promised = new Set<string>();
  for (const event of events) {
    if (event.kind === 'promised') promised.add(event.key);
    else if (event.kind === 'released') promised.delete(event.key);
  }
  return promised;
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}
