import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobSettings, parseBlobUrl, type ApplicationSettings } from '@cairn/composition';
import { openTestPostgres, testS3Servers } from '@cairn/services';

/** Named databases and blob stores that can be combined correctly or wrongly. */
export interface DrillStores {
  readonly name: string;
  /** Creates the database and the blob store if they do not exist. */
  settings(database: string, blobs: string): Promise<ApplicationSettings>;
  /** Copies a database that is not open, as a backup does. */
  copyDatabase(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/** SQLite files and folders inside a temporary folder. */
export async function sqliteAndDisk(): Promise<DrillStores> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-drill-'));
  const fileOf = (database: string): string => join(folder, `${database}.db`);
  return {
    name: 'SQLite + disk',
    settings: async (database, blobs) => ({
      database: { kind: 'sqlite', file: fileOf(database) },
      blobs: { kind: 'fs', directory: join(folder, blobs) },
      sweep: 'never',
    }),
    copyDatabase: (from, to) => cp(fileOf(from), fileOf(to)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Databases and buckets of the servers that the environment names. */
export async function postgresAndS3(): Promise<DrillStores> {
  const postgres = await openTestPostgres();
  const [s3] = testS3Servers();
  const databases = new Map<string, string>();
  const buckets = new Map<string, string>();
  return {
    name: 'PostgreSQL + S3',
    settings: async (database, blobs) => {
      const url = databases.get(database) ?? (await postgres.fresh());
      databases.set(database, url);
      const bucket = buckets.get(blobs) ?? (await s3.fresh());
      buckets.set(blobs, bucket);
      return {
        database: { kind: 'postgres', url },
        blobs: blobSettings(parseBlobUrl(bucket), { accessKey: '', secretKey: '' }) ?? { kind: 'memory' },
        sweep: 'never',
      };
    },
    copyDatabase: async (from, to) => {
      databases.set(to, await postgres.copyOf(databases.get(from) ?? ''));
    },
    close: async () => {
      await postgres.close();
      await s3.close();
    },
  };
}
