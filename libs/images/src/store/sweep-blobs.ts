import { CatalogRepository } from '../library/catalog-repository.js';
import { BlobStore } from './blob-store.js';
import { Clock, type PortsOf } from '@cairn/kernel';
import { BLOB_LIFETIMES_MS } from './blob-lifetimes.js';
import { blobsAndReferences, blobsIn } from './blobs-and-references.js';
import type { StoredBlob } from './blob-area.js';
import type { BlobReference } from '../library/catalog-repository.js';

/** More orphans than this, and than this part of the store, are no leftovers of crashes but a wrong database. */
export const MOST_ORPHANS = { count: 100, partOfStore: 0.05 } as const;

/** What to do when a blob that nobody needs any more cannot be deleted now: nothing, as the next sweep will. */
export function ignoreDeleteFailure(): void {}

/** How a sweep is done. */
export interface SweepOptions {
  /** In the place of the lifetime of originals and of staged bytes. */
  readonly graceMs?: number | undefined;
  /** In the place of the lifetime in quarantine. */
  readonly quarantineMs?: number | undefined;
  /** `any` after a person has said that this database is the right one. */
  readonly orphanLimit?: 'default' | 'any' | undefined;
  /** Ends the sweep before its next step once it is aborted; an `AbortSignal` is one. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Told again and again how many blobs have been compared with the catalog. */
  readonly compared?: ((blobs: number) => void) | undefined;
}

/** What a sweep did and found. */
export interface SweepReport {
  /** `refused` where there were too many orphans to be true: then nothing was quarantined, deleted or discarded. */
  readonly outcome: 'completed' | 'aborted' | 'refused';
  /** Originals when the sweep began. */
  readonly blobs: number;
  /** Of these, old ones that no image needs. */
  readonly orphans: number;
  /** Orphans that were put in quarantine. */
  readonly quarantined: number;
  /** Blobs of images that were in quarantine, and are in service again. */
  readonly restored: number;
  /** Blobs that had been in quarantine for long enough, now deleted. */
  readonly deleted: number;
  /** What was staged by uploads that were never finished, now discarded. */
  readonly stagedDiscarded: number;
  /** Images whose bytes are gone; nothing was changed about them. */
  readonly missing: readonly BlobReference[];
}

type Done = { -readonly [Name in keyof SweepReport]: SweepReport[Name] };
type Signal = NonNullable<SweepOptions['signal']>;

/**
 * Compares originals with what is recorded. What a crash left behind goes to quarantine, from there it comes back when an
 * image needs it, and only what nobody needed for long is deleted. What was staged goes by its age. No other area is
 * looked at.
 */
export class SweepBlobs {
  static readonly ports = { catalog: CatalogRepository, blobs: BlobStore, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof SweepBlobs.ports>) {}

  async execute(options: SweepOptions = {}): Promise<SweepReport> {
    const { signal = { aborted: false } } = options;
    const isAborted = (): boolean => signal.aborted;
    const before = timesBefore(this.ports.clock.now(), options);
    const compared = await this.compare(before.originals, { signal, tell: options.compared });
    if (isAborted()) return { ...compared, outcome: 'aborted' };
    if (options.orphanLimit !== 'any' && isTooMany(compared)) return { ...compared, outcome: 'refused' };
    const quarantined = await this.quarantine(before.originals, { most: compared.orphans, signal });
    const emptied = await this.emptyQuarantine(before.quarantine, signal);
    const restored = compared.restored + emptied.restored;
    const done = { ...compared, quarantined, restored, deleted: emptied.deleted };
    if (isAborted()) return { ...done, outcome: 'aborted' };
    // Last: to take a staged file away changes the age of the blob that it became.
    return { ...done, stagedDiscarded: await this.ports.blobs.discardStagedBefore(before.staged) };
  }

  /** Counts before anything is taken out of service. Blobs of images are put back in service whatever else is found. */
  private async compare(
    before: number,
    { signal, tell }: { readonly signal: Signal; readonly tell: SweepOptions['compared'] },
  ): Promise<SweepReport> {
    const missing: BlobReference[] = [];
    const found: Done = { ...NOTHING, missing };
    for await (const [blob, reference] of blobsAndReferences(this.ports)) {
      if (signal.aborted) break;
      if (blob !== undefined) found.blobs += 1;
      tell?.(found.blobs);
      if (isOld(blob, before) && reference === undefined) found.orphans += 1;
      if (blob !== undefined || reference === undefined || !(await this.isGone(reference))) continue;
      if (await this.restore(reference.blobKey)) found.restored += 1;
      else missing.push(reference);
    }
    return found;
  }

  // The listings are not of one moment, so each verdict is checked again before it counts.
  private async isGone({ blobKey }: BlobReference): Promise<boolean> {
    return (
      (await this.ports.blobs.area('originals').find(blobKey)) === undefined &&
      (await this.ports.catalog.needsBlob(blobKey))
    );
  }

  /** Walks again rather than remember the orphans, however many blobs there are. */
  private async quarantine(
    before: number,
    { most, signal }: { readonly most: number; readonly signal: Signal },
  ): Promise<number> {
    if (most === 0) return 0;
    let quarantined = 0;
    for await (const [blob, reference] of blobsAndReferences(this.ports)) {
      if (signal.aborted || quarantined === most) break;
      if (!isOld(blob, before) || reference !== undefined) continue;
      if (await this.ports.catalog.needsBlob(blob.key)) continue;
      await this.ports.blobs.move(blob.key, { from: 'originals', to: 'quarantine' });
      quarantined += 1;
    }
    return quarantined;
  }

  private async emptyQuarantine(
    before: number,
    signal: Signal,
  ): Promise<Pick<SweepReport, 'restored' | 'deleted'>> {
    const { catalog, blobs } = this.ports;
    const quarantine = blobs.area('quarantine');
    const done = { restored: 0, deleted: 0 };
    for await (const blob of blobsIn(quarantine)) {
      if (signal.aborted) break;
      if (!isOld(blob, before)) continue;
      if (await catalog.needsBlob(blob.key)) {
        await this.restore(blob.key);
        done.restored += 1;
      } else {
        await quarantine.delete(blob.key);
        done.deleted += 1;
      }
    }
    return done;
  }

  private restore(key: string): Promise<boolean> {
    return this.ports.blobs.move(key, { from: 'quarantine', to: 'originals' });
  }
}

const NOTHING: SweepReport = {
  outcome: 'completed',
  blobs: 0,
  orphans: 0,
  quarantined: 0,
  restored: 0,
  deleted: 0,
  stagedDiscarded: 0,
  missing: [],
};

/** What is from before these times, in epoch milliseconds, is old. */
function timesBefore(
  now: number,
  { graceMs, quarantineMs }: SweepOptions,
): Record<'originals' | 'staged' | 'quarantine', number> {
  const { originals, staged, quarantine } = BLOB_LIFETIMES_MS;
  return {
    originals: now - (graceMs ?? originals),
    staged: now - (graceMs ?? staged),
    quarantine: now - (quarantineMs ?? quarantine),
  };
}

function isTooMany({ blobs, orphans }: SweepReport): boolean {
  return orphans > MOST_ORPHANS.count && orphans > blobs * MOST_ORPHANS.partOfStore;
}

function isOld(blob: StoredBlob | undefined, before: number): blob is StoredBlob {
  return blob !== undefined && blob.storedAt < before;
}
