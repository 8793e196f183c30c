import { createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { migrationTableAmong } from '../schema/former-schema.js';
import { appliedMigrations } from '../schema/migrations.js';
import { textRows } from '../postgres/bulk/text-rows.js';
import type { PostgresClient } from '../postgres/connection/postgres-client.js';
import {
  BLOB_LIST,
  NotInstalled,
  type CopyRequest,
  type DatabaseCopy,
  type DatabaseFacts,
  type ImageSums,
} from '@cairn/kernel';
import { abortSignalOf } from './abort-signal.js';
import { sequencesOf, tablesOf, type CopiedSequence, type CopiedTable } from './postgres-tables.js';
import { IMAGE_SUMS, NEEDED_BLOBS } from './statements.js';
import { type ListedBlob, writeBlobList } from './write-blob-list.js';

/** The file with everything except rows. */
export const SCHEMA_FILE = 'schema.json';

/** What a restore needs besides the rows. */
export interface CopiedSchema {
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly CopiedSequence[];
}

/** The file of a table's rows, in the text format of COPY. */
export const fileOf = (table: string): string => join('tables', `${table}.copy`);

/** Copies all tables in a transaction whose snapshot is one moment. `database` is the name in error messages. */
export async function copyPostgres(
  client: PostgresClient,
  database: string,
  { folder, signal: cancellation }: CopyRequest,
): Promise<DatabaseCopy> {
  const signal = abortSignalOf(cancellation);
  const tables = await tablesOf(client);
  const sequences = await sequencesOf(client);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`COPY "${name}" (${columns}) TO STDOUT`));
    await pipeline(rows, createWriteStream(join(folder, fileOf(name)), { flush: true, mode: 0o600 }), {
      signal,
    });
  }
  await writeBlobList(join(folder, BLOB_LIST), neededBlobs(client, signal));
  const schema: CopiedSchema = { tables, sequences };
  await writeFile(join(folder, SCHEMA_FILE), JSON.stringify(schema), { flush: true, mode: 0o600 });
  for (const path of [join(folder, 'tables'), folder]) await syncFolder(path);
  return {
    kind: 'postgres',
    ...(await factsOf(client, database)),
    files: [SCHEMA_FILE, BLOB_LIST, ...tables.map(({ name }) => fileOf(name))],
  };
}

/** `database` is the name in the error message. @throws {NotInstalled} */
export async function factsOf(client: PostgresClient, database: string): Promise<DatabaseFacts> {
  const named = async (text: string): Promise<readonly { readonly name: string }[]> =>
    (await client.query<{ readonly name: string }>(text)).rows;
  const present = await named('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()');
  const table = migrationTableAmong(present.map(({ name }) => name));
  const migrations = await appliedMigrations(named, table);
  const { rows: installations } = await client.query<{ readonly id: string }>('SELECT id FROM installation');
  const { rows: sums } = await client.query<ImageSums>(IMAGE_SUMS);
  const [[installation], [images]] = [installations, sums];
  if (installation === undefined || images === undefined) throw new NotInstalled(database);
  const tables = new Map<string, number>();
  for (const { name } of await tablesOf(client)) {
    const counting = `SELECT count(*) FROM "${name}"`;
    const { rows } = await client.query<{ readonly count: number }>(counting);
    tables.set(name, rows[0]?.count ?? 0);
  }
  return {
    installation: installation.id,
    migrations,
    tables: Object.fromEntries(tables),
    images,
  };
}

async function* neededBlobs(
  client: PostgresClient,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedBlob[], void> {
  for await (const rows of textRows(client, { text: NEEDED_BLOBS, values: [], batchSize: 1_000, signal }))
    yield rows.map(([key, sha256, sizeInBytes, contentType, owner, imageId, place]) => {
      return { key, sha256, sizeInBytes: Number(sizeInBytes), contentType, owner, imageId, place };
    });
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
