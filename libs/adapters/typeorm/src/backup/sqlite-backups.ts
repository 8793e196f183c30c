import { statSync } from 'node:fs';
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'sqlite-driver';
import { FileLock } from '../sqlite/connection/file-lock.js';
import { sqliteDriver } from '../sqlite/connection/sqlite-driver.js';
import { makeFolder } from '../sqlite/prepare-file.js';
import { FORMER_TABLE, migrationTableAmong } from '../schema/former-schema.js';
import { MIGRATION_TABLE } from '../schema/migrations.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import {
  BLOB_LIST,
  NotEmpty,
  NotInstalled,
  type CopyRequest,
  type DatabaseBackups,
  type DatabaseCopy,
  type DatabaseFacts,
  type ImageSums,
  type NeededBlob,
  type RestoreRequest,
} from '@cairn/kernel';
import { abortSignalOf } from './abort-signal.js';
import { assertKnown, finishRestore } from './restore-steps.js';
import { IMAGE_SUMS, neededBlobsAfter, NEEDS_BLOB } from './statements.js';
import { writeBlobList } from './write-blob-list.js';

/** Tables, except those in which SQLite stores virtual tables. */
const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
  AND name NOT LIKE 'sqlite_%' ORDER BY name`;
const MIGRATION_TABLES: readonly string[] = [MIGRATION_TABLE, FORMER_TABLE];

const COPY = 'database.sqlite';

/** The number of pages of 4 KiB copied in one step. Between steps, other work of the process runs. */
const PAGES_AT_ONCE = 256;

const BUSY_TIMEOUT_MS = 5_000;

const BLOBS_AT_ONCE = 1_000;

/**
 * Files that SQLite keeps beside a database. Without their database they are useless, and beside another database
 * SQLite would apply them to it.
 */
const LOGS = ['-wal', '-journal'];

/** Backups of a SQLite file. Copying takes no lock, so it is possible beside a server. */
export class SqliteBackups implements DatabaseBackups {
  private live: Database | undefined;

  constructor(private readonly file: string) {}

  async copy({ folder, signal }: CopyRequest): Promise<DatabaseCopy> {
    const path = join(folder, COPY);
    await this.copyFile(path, abortSignalOf(signal));
    const copy = new (sqliteDriver())(path);
    try {
      copy.pragma('journal_mode = DELETE'); // a single file, which can be read without creating others beside it
      const facts = this.factsOf(copy);
      await writeBlobList(join(folder, BLOB_LIST), neededBlobs(copy));
      return { kind: 'sqlite', ...facts, files: [COPY, BLOB_LIST] };
    } finally {
      copy.close();
      await sync(path);
    }
  }

  /** An open read transaction keeps one snapshot, so that writes do not restart the copy. */
  private async copyFile(path: string, signal: AbortSignal): Promise<void> {
    const source = openReader(this.file);
    try {
      source.exec('BEGIN');
      source.prepare('SELECT 1 FROM sqlite_schema').get();
      await source.backup(path, {
        progress: () => {
          signal.throwIfAborted();
          return PAGES_AT_ONCE;
        },
      });
    } finally {
      source.close();
    }
  }

  async facts(): Promise<DatabaseFacts> {
    const source = openReader(this.file);
    try {
      source.exec('BEGIN');
      return this.factsOf(source);
    } finally {
      source.close();
    }
  }

  async needsBlob(key: string): Promise<boolean> {
    this.live ??= openReader(this.file);
    return this.live.prepare(NEEDS_BLOB('?')).get(key) !== undefined;
  }

  async assertRestorable({ copy }: Pick<RestoreRequest, 'copy'>): Promise<void> {
    assertKnown(copy);
    for (const path of [this.file, ...LOGS.map((ending) => `${this.file}${ending}`)])
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) throw new NotEmpty(path);
  }

  async restore({ folder, copy, ...rest }: RestoreRequest): Promise<void> {
    await this.assertRestorable({ copy });
    await makeFolder(dirname(this.file));
    const lock = await FileLock.take(this.file);
    try {
      await this.assertRestorable({ copy });
      const restoring = `${this.file}.restoring`;
      await removeBeside(restoring);
      await copyFile(join(folder, COPY), restoring);
      await bringUpToDate(restoring, rest);
      await sync(restoring);
      await rename(restoring, this.file);
      await sync(dirname(this.file));
      await removeBeside(restoring);
    } finally {
      await lock.release();
    }
  }

  async close(): Promise<void> {
    this.live?.close();
    this.live = undefined;
  }

  private factsOf(database: Database): DatabaseFacts {
    const all = database.prepare<[], string>(TABLES).pluck().all();
    const names = all.filter((name) => !MIGRATION_TABLES.includes(name));
    const count = (table: string): number =>
      Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
    const images = database.prepare<[], ImageSums>(IMAGE_SUMS).get();
    const installation = database.prepare<[], string>('SELECT id FROM installation').pluck().get();
    if (images === undefined || installation === undefined) throw new NotInstalled(this.file);
    return {
      installation,
      migrations: database
        .prepare<[], string>(`SELECT name FROM ${migrationTableAmong(all)} ORDER BY id`)
        .pluck()
        .all(),
      tables: Object.fromEntries(names.map((name) => [name, count(name)])),
      images,
    };
  }
}

function openReader(file: string): Database {
  return new (sqliteDriver())(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

/** Reads pages of rows, so that no statement is open if writing them fails. */
function* neededBlobs(copy: Database): Generator<readonly NeededBlob[], void> {
  const page = copy.prepare<{ after: string; limit: number }[], NeededBlob>(
    neededBlobsAfter({ after: () => '@after', limit: () => '@limit' }),
  );
  for (let after = ''; ;) {
    const blobs = page.all({ after, limit: BLOBS_AT_ONCE });
    const last = blobs.at(-1);
    if (last === undefined) return;
    yield blobs;
    after = last.key;
  }
}

async function bringUpToDate(
  file: string,
  rest: Pick<RestoreRequest, 'removed' | 'ageMs' | 'restoredAt'>,
): Promise<void> {
  const database = await openSqliteHere({ file, reserveInBytes: 0 });
  try {
    await finishRestore(database, rest);
  } finally {
    await database.close();
  }
}

/** Removes a file that a restore began to write, with the files that SQLite and its lock made beside it. */
async function removeBeside(file: string): Promise<void> {
  const folder = dirname(file);
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(file)));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/** Makes a file, or the entries of a folder, durable. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
