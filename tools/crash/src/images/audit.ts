import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createApplication, type Application, type ApplicationSettings } from '@cairn/composition';
import { BlobNotFound, SweepBlobs } from '@cairn/images';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import Database from 'sqlite-driver';
import { blobsOf, databaseOf } from '../data-dir.js';
import type { Cycle } from '../kills.js';
import type { Ledger } from './requests.js';

const BATCH = 500;

/** Opens the data folder of a stopped server and compares its contents with the ledger. */
export async function auditFolder(dataDir: string, ledger: Ledger): Promise<Cycle> {
  const { counts, faults } = await auditStores(
    {
      database: { kind: 'sqlite', file: databaseOf(dataDir) },
      blobs: { kind: 'fs', directory: blobsOf(dataDir) },
      sweep: 'never',
    },
    ledger,
  );
  return {
    counts,
    faults: [...faults, ...(await fileFaults(dataDir, ledger)), ...integrityFaults(databaseOf(dataDir))],
  };
}

/** Sweeps stores that no server uses, and compares blobs, records and promises. */
export async function auditStores(settings: ApplicationSettings, ledger: Ledger): Promise<Cycle> {
  // Its own consumers would delete, between the count and the sweep, what a killed deletion has left.
  const application = await createApplication({ ...settings, background: 'off' });
  return await new StoresAudit(application, ledger).check().finally(() => application.close());
}

async function fileFaults(dataDir: string, ledger: Ledger): Promise<readonly string[]> {
  const stored = ledger.blobs.size;
  const entries = await readdir(blobsOf(dataDir), { recursive: true, withFileTypes: true });
  const quarantine = join(blobsOf(dataDir), 'quarantine');
  const files = entries.filter(
    (entry) =>
      entry.isFile() && !entry.name.startsWith('installation.') && !entry.parentPath.startsWith(quarantine),
  ).length;
  return files === stored ? [] : [`there are ${files} files on the disk, and ${stored} were promised`];
}

function integrityFaults(file: string): readonly string[] {
  const database = new Database(file);
  const found = JSON.stringify([database.pragma('integrity_check'), database.pragma('foreign_key_check')]);
  database.close();
  return found === '[[{"integrity_check":"ok"}],[]]' ? [] : [`SQLite finds its file damaged: ${found}`];
}

class StoresAudit {
  private readonly faults: string[] = [];

  constructor(
    private readonly application: Application,
    private readonly ledger: Ledger,
  ) {}

  async check(): Promise<Cycle> {
    const counts = await this.sweep();
    const [rows, blobs] = [await this.recordedKeys(), await this.storedKeys()];
    const stored = this.ledger.blobs.size;
    if (rows.join() !== blobs.join())
      this.faults.push(`after the sweep there are ${rows.length} rows and ${blobs.length} blobs`);
    if (rows.length !== stored)
      this.faults.push(`there are ${rows.length} blobs of rows, and ${stored} were promised`);
    return { counts, faults: this.faults };
  }

  private async sweep(): Promise<Cycle['counts']> {
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
    return {
      'blobs of uploads without a row': count('lost'),
      'blobs of deletes whose row is gone': count('deleted'),
      'unfinished uploads': stagedDiscarded,
    };
  }

  /**
   * A blob without a record must come from an unfinished upload or deletion. A store that was killed during a deletion
   * may list the blob until it is read.
   */
  private async stateOfBytes(key: string): Promise<string> {
    const digest = await this.digestOf(key);
    if (digest === undefined) return 'gone';
    const states = this.ledger.ofBytes(digest).map(({ state: each }) => each);
    const needs = states.find((each) => each !== 'lost' && each !== 'deleted');
    const state = needs ?? (states.includes('deleted') ? 'deleted' : (states[0] ?? 'unknown'));
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
