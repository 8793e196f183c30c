import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobSettings, parseBlobUrl, type ApplicationSettings } from '@cairn/composition';
import { DataSource } from 'typeorm';

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

/** Databases of a PostgreSQL server and buckets made by `freshBucket`. The caller removes the buckets. */
export async function postgresAndS3(
  server: string,
  freshBucket: () => Promise<string>,
): Promise<DrillStores> {
  const admin = await new DataSource({ type: 'postgres', url: server }).initialize();
  const mark = `cairn_drill_${randomBytes(4).toString('hex')}`;
  const made = new Map<string, string>();
  const buckets = new Map<string, string>();
  const make = async (database: string, template = 'template1'): Promise<string> => {
    const name = `${mark}_${database}`;
    const create = `CREATE DATABASE ${name} TEMPLATE ${template}`;
    await admin.query(create);
    const url = new URL(server);
    url.pathname = `/${name}`;
    made.set(database, url.href);
    return url.href;
  };
  return {
    name: 'PostgreSQL + S3',
    settings: async (database, blobs) => {
      const bucket = buckets.get(blobs) ?? (await freshBucket());
      buckets.set(blobs, bucket);
      return {
        database: { kind: 'postgres', url: made.get(database) ?? (await make(database)) },
        blobs: blobSettings(parseBlobUrl(bucket), { accessKey: '', secretKey: '' }) ?? { kind: 'memory' },
        sweep: 'never',
      };
    },
    copyDatabase: async (from, to) => void (await make(to, `${mark}_${from}`)),
    close: async () => {
      const drops = [...made.keys()].map((database) => `DROP DATABASE ${mark}_${database} WITH (FORCE)`);
      for (const drop of drops) await admin.query(drop);
      await admin.destroy();
    },
  };
}
