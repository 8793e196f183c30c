import { createHash } from 'node:crypto';
import type { Application } from '@cairn/composition';
import { BlobNotFound, BlobStore, CatalogRepository, SweepBlobs } from '@cairn/images';
import type { Ledger } from './ledger.js';

const BATCH = 500;

/** What was left for the sweep. */
export interface Leftovers {
  /** Blobs of uploads without a record yet, and of deletions whose record is gone. */
  readonly blobsOfUploads: number;
  readonly blobsOfDeletes: number;
  readonly staged: number;
}

/** Sweeps the stores of an application and compares blobs, records and promises. */
export class StoresAudit {
  readonly faults: string[] = [];

  constructor(
    private readonly application: Application,
    private readonly ledger: Ledger,
  ) {}

  async check(): Promise<Leftovers> {
    const leftovers = await this.sweep();
    const [rows, blobs] = [await this.recordedKeys(), await this.storedKeys()];
    const stored = this.ledger.in('stored').length;
    if (rows.join() !== blobs.join())
      this.faults.push(`after the sweep there are ${rows.length} rows and ${blobs.length} blobs`);
    if (rows.length !== stored)
      this.faults.push(`there are ${rows.length} rows, and ${stored} images were promised`);
    return leftovers;
  }

  private async sweep(): Promise<Leftovers> {
    const recorded = new Set(await this.recordedKeys());
    const orphans = (await this.storedKeys()).filter((key) => !recorded.has(key));
    const states = await Promise.all(orphans.map((key) => this.stateOfBytes(key)));
    const sweep = this.application.get(SweepBlobs);
    const { quarantined, stagedDiscarded, missing } = await sweep.execute({
      graceMs: 0,
      orphanLimit: 'any',
    });
    const count = (state: string): number => states.filter((found) => found === state).length;
    if (quarantined > orphans.length || quarantined < orphans.length - count('gone'))
      this.faults.push(`the sweep quarantined ${quarantined} of ${orphans.length} blobs without a row`);
    if (missing.length > 0) this.faults.push(`${missing.length} rows have no blob`);
    return { blobsOfUploads: count('lost'), blobsOfDeletes: count('deleted'), staged: stagedDiscarded };
  }

  /**
   * A blob without a record must come from an unfinished upload or deletion. A store that was killed while it deleted one
   * may list it until somebody asks for it.
   */
  private async stateOfBytes(key: string): Promise<string> {
    const digest = await this.digestOf(key);
    if (digest === undefined) return 'gone';
    const state = this.ledger.ofBytes(digest)?.state ?? 'unknown';
    if (state !== 'lost' && state !== 'deleted')
      this.faults.push(`the bytes of a ${state} image lie under the key ${key} without a row`);
    return state;
  }

  private async digestOf(key: string): Promise<string | undefined> {
    const hash = createHash('sha256');
    try {
      for await (const piece of await this.application.get(BlobStore).area('originals').get(key))
        hash.update(piece);
    } catch (error) {
      if (error instanceof BlobNotFound) return undefined;
      throw error;
    }
    return hash.digest('hex');
  }

  private async recordedKeys(): Promise<readonly string[]> {
    const catalog = this.application.get(CatalogRepository);
    return await keys(async (after) => (await catalog.listBlobs(BATCH, after)).map(({ blobKey }) => blobKey));
  }

  private async storedKeys(): Promise<readonly string[]> {
    const originals = this.application.get(BlobStore).area('originals');
    return await keys(async (after) => (await originals.list(BATCH, after)).map(({ key }) => key));
  }
}

async function keys(
  list: (after: string | undefined) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let batch = await list(undefined); batch.length > 0; batch = await list(all.at(-1)))
    all.push(...batch);
  return all;
}
