import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { QueryRunner } from 'typeorm';
import { migrate } from '../migrate.js';
import { advisoryLocks } from '../postgres/advisory-locks.js';
import { checkServer } from '../postgres/connection/check-server.js';
import type { PostgresClient } from '../postgres/connection/postgres-client.js';
import { CopyDiffers, type RestoreRequest } from '@cairn/kernel';
import { fileOf, SCHEMA_FILE, type CopiedSchema } from './postgres-copy.js';
import { inOrderOfReferences, restoreState, type CopiedTable } from './postgres-tables.js';

/**
 * Makes the tables as they were when the copy was made, and fills them, in one transaction: after a kill nothing is
 * there. Reads every table back and compares it with the copy. `runner` has the copy's migrations only. If it throws,
 * the source must be closed, which rolls back.
 */
export async function restoreTables(
  runner: QueryRunner,
  database: string,
  { folder, name }: RestoreRequest,
): Promise<void> {
  await checkServer(runner.manager, database);
  await runner.startTransaction();
  await runner.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migration]);
  await migrate(runner, database);
  // The driver of this source makes no other client; TypeORM does not know its type.
  const client = (await runner.connect()) as PostgresClient;
  // Written by `copyPostgres`, and its hash was checked.
  const schema = JSON.parse(await readFile(join(folder, SCHEMA_FILE), 'utf8')) as CopiedSchema;
  const columns = new Map(schema.tables.map((table) => [table.name, table.columns]));
  const names = [...columns.keys()];
  const truncate = `TRUNCATE ${names.map((table) => `"${table}"`).join(', ')}`;
  await runner.query(truncate);
  await runner.query('SET LOCAL synchronize_seqscans = off'); // rows are read back in the order in which they were written
  for (const table of await inOrderOfReferences(client, names)) {
    const listed = columns.get(table);
    if (listed === undefined) throw new CopyDiffers(`The backup lacks the table ${table}.`);
    await fill(client, { name: table, columns: listed }, join(folder, fileOf(table)));
  }
  for (const { name: sequence, last } of schema.sequences)
    await runner.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [sequence, last]);
  await runner.query(restoreState.create);
  await runner.query(restoreState.insert, [name]);
  await runner.commitTransaction();
  await runner.release();
}

/** @throws {CopyDiffers} */
async function fill(client: PostgresClient, { name, columns }: CopiedTable, path: string): Promise<void> {
  const written = createHash('sha256');
  const source = createReadStream(path);
  source.on('data', (chunk) => written.update(chunk));
  await pipeline(source, client.query(copyFrom(`COPY "${name}" (${columns}) FROM STDIN`)));
  const stored = createHash('sha256');
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      stored.update(chunk);
      done();
    },
  });
  await pipeline(client.query(copyTo(`COPY "${name}" (${columns}) TO STDOUT`)), sink);
  if (written.digest('hex') !== stored.digest('hex'))
    throw new CopyDiffers(`The rows of the table ${name} were not stored as they are in the backup.`);
}
