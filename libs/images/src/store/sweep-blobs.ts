import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { BlobReference } from '../catalog/catalog-repository.js';
import { BlobStore } from './blob-store.js';
import { Clock, type PortsOf } from '@cairn/kernel';
import { blobsAndReferences, blobsIn } from './blobs-and-references.js';
import type { StoredBlob, BlobAreaName } from './blob-area.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The age in milliseconds from which the sweep removes unreferenced blobs. The sweep skips areas with an infinite
 * lifetime.
 */
export const BLOB_LIFETIMES_MS: Readonly<Record<BlobAreaName, number>> = {
  originals: HOUR_MS, // more than twice the longest upload, whose record comes last; then it goes to quarantine
  derivatives: Number.POSITIVE_INFINITY,
  staged: HOUR_MS,
  quarantine: 7 * DAY_MS,
  archives: Number.POSITIVE_INFINITY,
};

/** More orphans than both this count and this part of the store mean a wrong database rather than crashes. */
export const MOST_ORPHANS = { count: 100, partOfStore: 0.05 } as const;

/** Ignores that an unreferenced blob cannot be deleted now: the next sweep deletes it. */
export function ignoreDeleteFailure(): void {}

/** How a sweep is done. */
export interface SweepOptions {
  /** Replaces the lifetime of originals and of staged bytes. */
  readonly graceMs?: number | undefined;
  /** Replaces the lifetime in quarantine. */
  readonly quarantineMs?: number | undefined;
  /** `any` after an operator has confirmed that this database is the right one. */
  readonly orphanLimit?: 'default' | 'any' | undefined;
  /** When aborted, the sweep ends before its next step. Compatible with `AbortSignal`. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Called repeatedly with the number of blobs compared with the catalog. */
  readonly compared?: ((blobs: number) => void) | undefined;
}

/** The results of a sweep. */
export interface SweepReport {
  /** `refused` if there were implausibly many orphans: then nothing was quarantined, deleted or discarded. */
  readonly outcome: 'completed' | 'aborted' | 'refused';
  /** Originals when the sweep began. */
  readonly blobs: number;
  /** Originals that are old and unreferenced. */
  readonly orphans: number;
  /** Orphans moved to quarantine. */
  readonly quarantined: number;
  /** Referenced blobs moved back from quarantine. */
  readonly restored: number;
  /** Blobs whose time in quarantine was over, now deleted. */
  readonly deleted: number;
  /** Staged bytes of unfinished uploads, now discarded. */
  readonly stagedDiscarded: number;
  /** Images whose bytes are missing. Nothing was changed about them. */
  readonly missing: readonly BlobReference[];
}

type Done = { -readonly [Name in keyof SweepReport]: SweepReport[Name] };
type Signal = NonNullable<SweepOptions['signal']>;

/**
 * Compares originals with the catalog. Orphans of crashes move to quarantine. Blobs there move back if an image
 * references them, and are deleted if none has for long enough. Staged bytes are discarded by age. Other areas are not
 * touched.
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
    // Runs last: unlinking a staged file updates the age of its blob.
    return { ...done, stagedDiscarded: await this.ports.blobs.discardStagedBefore(before.staged) };
  }

  /** Counts orphans before moving any. Referenced blobs are moved back from quarantine in any case. */
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

  // The listings are not one snapshot, so each result is checked again before it counts.
  private async isGone({ blobKey }: BlobReference): Promise<boolean> {
    return (
      (await this.ports.blobs.area('originals').find(blobKey)) === undefined &&
      (await this.ports.catalog.needsBlob(blobKey))
    );
  }

  /** Iterates again, because the number of orphans to remember would be unbounded. */
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

/** Anything older than these times, in epoch milliseconds, counts as old. */
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
