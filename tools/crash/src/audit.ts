import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createApplication, type Application } from '@cairn/composition';
import { BlobStore, CatalogRepository, SweepBlobs } from '@cairn/images';
import { DataSource } from 'typeorm';
import { databaseOf, blobsOf } from './data-dir.js';
import type { Ledger } from './ledger.js';

const BATCH = 500;

/** What a kill left behind for the sweep. */
export interface Leftovers {
  /** Bytes under a key whose record was never written, and those whose record was just removed. */
  readonly blobsOfUploads: number;
  readonly blobsOfDeletes: number;
  readonly staged: number;
}

/** Opens the stores of a stopped server, sweeps them at once, and compares what is stored with what is recorded. */
export class Audit {
  private readonly faults: string[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly ledger: Ledger,
  ) {}

  async check(): Promise<{ readonly leftovers: Leftovers; readonly faults: readonly string[] }> {
    const application = await createApplication({
      database: { kind: 'sqlite', file: databaseOf(this.dataDir) },
      blobs: { kind: 'fs', directory: blobsOf(this.dataDir) },
      sweep: 'never',
    });
    try {
      const leftovers = await this.sweep(application);
      await this.compare(application);
      return { leftovers, faults: this.faults };
    } finally {
      await application.close();
      await this.expectIntegrity();
    }
  }

  private async sweep(application: Application): Promise<Leftovers> {
    const recorded = new Set(await recordedKeys(application));
    const orphans = (await storedKeys(application)).filter((key) => !recorded.has(key));
    const states = await Promise.all(orphans.map((key) => this.stateOfBytes(application, key)));
    const { orphansDeleted, stagedDiscarded, missing } = await application.get(SweepBlobs).execute(0);
    if (orphansDeleted !== orphans.length)
      this.faults.push(`the sweep deleted ${orphansDeleted} of ${orphans.length} blobs without a row`);
    if (missing.length > 0) this.faults.push(`${missing.length} rows have no blob`);
    const count = (state: string): number => states.filter((found) => found === state).length;
    return { blobsOfUploads: count('lost'), blobsOfDeletes: count('deleted'), staged: stagedDiscarded };
  }

  /** Bytes without a record are those of an upload or a deletion cut short; others were never sent, or not whole. */
  private async stateOfBytes(application: Application, key: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const piece of await application.get(BlobStore).get(key)) hash.update(piece);
    const state = this.ledger.ofBytes(hash.digest('hex'))?.state ?? 'unknown';
    if (state !== 'lost' && state !== 'deleted')
      this.faults.push(`the bytes of a ${state} image lie under the key ${key} without a row`);
    return state;
  }

  private async compare(application: Application): Promise<void> {
    const [rows, blobs] = [await recordedKeys(application), await storedKeys(application)];
    const stored = this.ledger.in('stored').length;
    if (rows.join() !== blobs.join())
      this.faults.push(`after the sweep there are ${rows.length} rows and ${blobs.length} blobs`);
    if (rows.length !== stored)
      this.faults.push(`there are ${rows.length} rows, and ${stored} images were promised`);
    const entries = await readdir(blobsOf(this.dataDir), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).length;
    if (files !== stored)
      this.faults.push(`there are ${files} files on the disk, and ${stored} images were promised`);
  }

  private async expectIntegrity(): Promise<void> {
    const source = await new DataSource({
      type: 'better-sqlite3',
      database: databaseOf(this.dataDir),
    }).initialize();
    const checks: unknown = await source.query('PRAGMA integrity_check');
    const broken: unknown = await source.query('PRAGMA foreign_key_check');
    await source.destroy();
    const found = JSON.stringify([checks, broken]);
    if (found !== '[[{"integrity_check":"ok"}],[]]')
      this.faults.push(`SQLite finds its file damaged: ${found}`);
  }
}

async function recordedKeys(application: Application): Promise<readonly string[]> {
  const catalog = application.get(CatalogRepository);
  return await keys(async (after) => (await catalog.listBlobs(BATCH, after)).map(({ blobKey }) => blobKey));
}

async function storedKeys(application: Application): Promise<readonly string[]> {
  const blobs = application.get(BlobStore);
  return await keys(async (after) => (await blobs.list(BATCH, after)).map(({ key }) => key));
}

async function keys(
  list: (after: string | undefined) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let batch = await list(undefined); batch.length > 0; batch = await list(all.at(-1)))
    all.push(...batch);
  return all;
}
