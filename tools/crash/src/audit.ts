import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createApplication } from '@cairn/composition';
import { DataSource } from 'typeorm';
import { databaseOf, blobsOf } from './data-dir.js';
import type { Ledger } from './ledger.js';
import { StoresAudit, type Leftovers } from './stores-audit.js';

/** Opens the data folder of a stopped server and compares its contents with the ledger. */
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
    const stores = new StoresAudit(application, this.ledger);
    const leftovers = await stores.check().finally(() => application.close());
    await this.countFiles();
    await this.expectIntegrity();
    return { leftovers, faults: [...stores.faults, ...this.faults] };
  }

  private async countFiles(): Promise<void> {
    const stored = this.ledger.in('stored').length;
    const entries = await readdir(blobsOf(this.dataDir), { recursive: true, withFileTypes: true });
    const quarantine = join(blobsOf(this.dataDir), 'quarantine');
    const files = entries.filter(
      (entry) =>
        entry.isFile() && entry.name !== 'installation.json' && !entry.parentPath.startsWith(quarantine),
    ).length;
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
