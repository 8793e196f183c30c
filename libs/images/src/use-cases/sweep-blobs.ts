import type { Clock } from '@cairn/kernel';
import type { BlobStore, StoredBlob } from '../blob-store.js';
import type { BlobReference, CatalogRepository } from '../catalog-repository.js';

/** How long bytes without a record are left alone: more than twice the longest upload. */
export const SWEEP_GRACE_MS = 60 * 60 * 1000;

/** What to do when a blob that nobody needs any more cannot be deleted now: nothing, as the next sweep will. */
export function leaveToSweep(): void {}

const BATCH = 500;

/** What a sweep did and found. */
export interface SweepReport {
  /** Blobs that no image needed, now deleted. */
  readonly orphansDeleted: number;
  /** Uploads that were never finished, now discarded. */
  readonly stagedDiscarded: number;
  /** Images whose bytes are gone; nothing was changed about them. */
  readonly missing: readonly BlobReference[];
}

/** Compares what is stored with what is recorded, side by side in key order, and tidies what a crash left behind. */
export class SweepBlobs {
  constructor(
    private readonly ports: {
      readonly catalog: CatalogRepository;
      readonly blobs: BlobStore;
      readonly clock: Clock;
    },
  ) {}

  async execute(graceMs: number = SWEEP_GRACE_MS): Promise<SweepReport> {
    const before = this.ports.clock.now() - graceMs;
    let orphansDeleted = 0;
    const missing: BlobReference[] = [];
    for await (const [blob, reference] of this.pairs()) {
      if (blob === undefined && reference !== undefined && (await this.isMissing(reference)))
        missing.push(reference);
      if (blob !== undefined && reference === undefined && (await this.deleteOrphan(blob, before)))
        orphansDeleted += 1;
    }
    // Last, for to take a staged file away can make the blob it became look younger.
    const stagedDiscarded = await this.ports.blobs.discardStagedBefore(before);
    return { orphansDeleted, stagedDiscarded, missing };
  }

  private async *pairs(): AsyncGenerator<readonly [StoredBlob | undefined, BlobReference | undefined]> {
    const blobs = ascending(
      (after) => this.ports.blobs.list(BATCH, after),
      (blob: StoredBlob) => blob.key,
    );
    const references = ascending(
      (after) => this.ports.catalog.listBlobs(BATCH, after),
      (reference: BlobReference) => reference.blobKey,
    );
    let blob = await next(blobs);
    let reference = await next(references);
    while (blob !== undefined || reference !== undefined) {
      const order = compare(blob?.key, reference?.blobKey);
      yield [order <= 0 ? blob : undefined, order >= 0 ? reference : undefined];
      if (order <= 0) blob = await next(blobs);
      if (order >= 0) reference = await next(references);
    }
  }

  // The listings are not of one moment, so each verdict is checked again before it counts.
  private async isMissing({ blobKey }: BlobReference): Promise<boolean> {
    return (
      (await this.ports.blobs.find(blobKey)) === undefined && (await this.ports.catalog.needsBlob(blobKey))
    );
  }

  private async deleteOrphan({ key, storedAt }: StoredBlob, before: number): Promise<boolean> {
    if (storedAt >= before || (await this.ports.catalog.needsBlob(key))) return false;
    await this.ports.blobs.delete(key);
    return true;
  }
}

async function* ascending<T>(
  list: (after: string | undefined) => Promise<readonly T[]>,
  key: (item: T) => string,
): AsyncGenerator<T, undefined> {
  let batch = await list(undefined);
  while (batch.length > 0) {
    yield* batch;
    const last = batch.at(-1);
    batch = last === undefined ? [] : await list(key(last));
  }
  return undefined;
}

async function next<T>(items: AsyncGenerator<T, undefined>): Promise<T | undefined> {
  const { value } = await items.next();
  return value;
}

function compare(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  return right === undefined || left < right ? -1 : 1;
}
