import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { QueryRunner } from 'typeorm';
import { isFormer, missingStatements } from '../schema/former-schema.js';
import { migrate } from '../schema/migrate.js';
import { advisoryLocks } from '../postgres/advisory-locks.js';
import { checkServer } from '../postgres/connection/check-server.js';
import type { PostgresClient } from '../postgres/connection/postgres-client.js';
import { CopyDiffers, type RestoreRequest } from '@cairn/kernel';
import { fileOf, SCHEMA_FILE, type CopiedSchema } from './postgres-copy.js';
import { inOrderOfReferences, restoreState, tablesOf, type CopiedTable } from './postgres-tables.js';

/**
 * Creates the tables of the copy and fills them, in one transaction, so that a kill leaves nothing behind. Reads every
 * table back and compares it with the copy. `runner` has the copy's migrations only. If it throws, the source must be
 * closed, which rolls back.
 */
export async function restoreTables(
  runner: QueryRunner,
  database: string,
  { folder, name, copy: { migrations } }: RestoreRequest,
): Promise<void> {
  await checkServer(runner.manager, database);
  await runner.startTransaction();
  await runner.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migration]);
  await migrate(runner, 'postgres', database);
  // The driver of this source creates only such clients. TypeORM does not know their type.
  const client = (await runner.connect()) as PostgresClient;
  const schema = assertOfTables(await readSchema(folder), await tablesOf(client), migrations);
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
  if (isFormer(migrations))
    for (const statement of missingStatements(migrations, 'postgres', ['rows']))
      await runner.query(statement);
  for (const { name: sequence, last } of schema.sequences)
    await runner.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [sequence, last]);
  await runner.query(restoreState.create);
  await runner.query(restoreState.insert, [name]);
  await runner.commitTransaction();
  await runner.release();
}

const MAX_SCHEMA_BYTES = 1024 * 1024;

/**
 * The schema that `copyPostgres` wrote. Its hash was checked, but whoever can write into the folder can also change the
 * hash.
 * @throws {CopyDiffers}
 */
async function readSchema(folder: string): Promise<CopiedSchema> {
  const file = await open(join(folder, SCHEMA_FILE));
  try {
    const { size } = await file.stat();
    const schema: unknown = size > MAX_SCHEMA_BYTES ? undefined : JSON.parse(await file.readFile('utf8'));
    if (isSchema(schema)) return schema;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  } finally {
    await file.close();
  }
  throw new CopyDiffers(`${SCHEMA_FILE} in the backup is not as a backup writes it.`);
}

function isSchema(value: unknown): value is CopiedSchema {
  const has = (member: 'tables' | 'sequences', texts: readonly string[]): boolean => {
    const list = textsIn(value, member);
    return list?.every((one) => texts.every((name) => typeof one.get(name) === 'string')) ?? false;
  };
  return has('tables', ['name', 'columns']) && has('sequences', ['name', 'last']);
}

function textsIn(value: unknown, member: string): readonly ReadonlyMap<string, unknown>[] | undefined {
  const list = membersOf(value).get(member);
  return Array.isArray(list) ? list.map(membersOf) : undefined;
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

/**
 * Names and columns become part of SQL, so they must be those of the tables that the migrations created. A copy of the
 * build before may lack columns.
 * @throws {CopyDiffers}
 */
function assertOfTables(
  schema: CopiedSchema,
  made: readonly CopiedTable[],
  migrations: readonly string[],
): CopiedSchema {
  const columnsOf = new Map(made.map(({ name, columns }) => [name, new Set(columns.split(', '))]));
  const mayLack = isFormer(migrations);
  for (const { name, columns } of schema.tables) {
    const [own, copied] = [columnsOf.get(name), new Set(columns.split(', '))];
    if (own === undefined || !isPartOf(copied, own) || !(mayLack || isPartOf(own, copied)))
      throw new CopyDiffers(`The backup has the table ${name} otherwise than its version of Cairn makes it.`);
  }
  return schema;
}

const isPartOf = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((one) => whole.has(one));

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
