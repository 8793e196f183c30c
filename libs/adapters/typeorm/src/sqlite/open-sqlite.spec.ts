import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { DatabaseInUse, FileLock } from './connection/file-lock.js';
import { openSqliteHere } from './open-sqlite.js';
import type { SqliteDatabase } from './connection/sqlite-database.js';
import { sqliteSource } from './connection/sqlite-source.js';
import type { Statements } from '../sql/statements.js';

type Rows = readonly Readonly<Record<string, unknown>>[];

const migrations = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM cairn_migration');
const accounts = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM account');
const addAccount = (manager: Statements): Promise<unknown> =>
  manager.query(`INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`);

describe('openSqliteHere', () => {
  let folder: string;
  let file: string;
  const opened: SqliteDatabase[] = [];

  const open = async (): Promise<SqliteDatabase> => {
    const database = await openSqliteHere({ file });
    opened.push(database);
    return database;
  };

  /** Changes the file as another program would. */
  const runElsewhere = async (...statements: readonly string[]): Promise<void> => {
    const other = await sqliteSource(file).initialize();
    for (const statement of statements) await other.query(statement);
    await other.destroy();
  };

  /** The error of another process that takes the lock. */
  const lockedElsewhere = (): string => {
    const driver = createRequire(import.meta.url).resolve('sqlite-driver');
    const take = `new (require(${JSON.stringify(driver)}))(process.argv[1], { timeout: 0 }).exec('BEGIN IMMEDIATE')`;
    return spawnSync(process.execPath, ['-e', take, `${file}.lock`], { encoding: 'utf8' }).stderr;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-sqlite-'));
    file = join(folder, 'deep', 'down', 'cairn.db');
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['timeout', 5000],
    ['trusted_schema', 0],
  ])('creates the folder and a file written with %s %s', async (pragma, value) => {
    const database = await open();
    const ask = pragma === 'timeout' ? 'PRAGMA busy_timeout' : `PRAGMA ${pragma}`;
    const rows = await database.write((manager) => manager.query<Rows>(ask));
    expect(rows[0]?.[pragma]).toBe(value);
  });

  it.each(['new', 'older'])('keeps the files of a %s database from other users', async (age) => {
    if (age === 'older') await (await open()).close();
    if (age === 'older') await chmod(file, 0o644);
    await (await open()).write(addAccount);
    const modes = ['', '-wal', '-shm'].map(async (end) => (await stat(file + end)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o600]);
  });

  it('reads committed data only', async () => {
    const database = await open();
    await database.write(async (manager) => {
      await addAccount(manager);
      expect(await database.read(accounts)).toHaveLength(0);
    });
    expect(await database.read(accounts)).toHaveLength(1);
  });

  it('writes nothing through a read', async () => {
    const database = await open();
    await expect(database.read(addAccount)).rejects.toMatchObject({
      code: 'storage-unavailable',
      cause: { code: 'SQLITE_READONLY' },
    });
  });

  it('finds existing data, and migrates once', async () => {
    const first = await open();
    await first.write(addAccount);
    const applied = await first.read(migrations);
    await first.close();
    const second = await open();
    expect(await second.read(migrations)).toEqual(applied);
    expect(await second.read(accounts)).toHaveLength(1);
  });

  it('refuses a file that is no database, names it, and changes nothing', async () => {
    await mkdir(join(folder, 'deep', 'down'), { recursive: true });
    await writeFile(file, 'the notes of somebody else');
    await expect(open()).rejects.toThrow(`${file} is not a SQLite database`);
    expect(await readFile(file, 'utf8')).toBe('the notes of somebody else');
  });

  it('refuses the database of another program, and changes nothing', async () => {
    await mkdir(join(folder, 'deep', 'down'), { recursive: true });
    await runElsewhere('PRAGMA journal_mode = DELETE', 'CREATE TABLE notes (text TEXT)');
    const before = await readFile(file);
    await expect(open()).rejects.toThrow(`${file} is the database of another program, with notes.`);
    expect(await readFile(file)).toEqual(before);
  });

  it('rolls back a migration that fails', async () => {
    await mkdir(join(folder, 'deep', 'down'), { recursive: true });
    await runElsewhere('CREATE TABLE migrations (id INTEGER PRIMARY KEY, timestamp BIGINT, name TEXT)');
    await runElsewhere('CREATE TABLE api_key (id TEXT)');
    const message = expect.stringContaining('table api_key already exists');
    await expect(open()).rejects.toMatchObject({ message });
    await runElsewhere('DROP TABLE api_key');
    const database = await open();
    expect(await database.read(accounts)).toHaveLength(0);
  });

  it('is StorageUnavailable when the folder cannot be created', async () => {
    await writeFile(join(folder, 'deep'), '');
    await expect(open()).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('is StorageUnavailable when the file cannot be opened', async () => {
    await mkdir(file, { recursive: true });
    await expect(open()).rejects.toMatchObject({
      code: 'storage-unavailable',
      cause: { code: 'SQLITE_CANTOPEN' },
    });
  });

  it('leaves one file, an empty lock and a reserve when closed, once or repeatedly', async () => {
    const database = await open();
    await database.write(addAccount);
    await database.read(accounts);
    expect(await readdir(join(folder, 'deep', 'down'))).toEqual([
      'cairn.db',
      'cairn.db-shm',
      'cairn.db-wal',
      'cairn.db.lock',
      'cairn.db.lock.json',
      'cairn.db.reserve',
    ]);
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(await readdir(join(folder, 'deep', 'down'))).toEqual([
      'cairn.db',
      'cairn.db.lock',
      'cairn.db.reserve',
    ]);
    expect(await stat(`${file}.lock`)).toMatchObject({ size: 0 });
    expect(await stat(`${file}.reserve`)).toMatchObject({ size: 8 * 1024 * 1024 });
  });

  describe('of a database that is open', () => {
    it('is DatabaseInUse, names the holder, and changes nothing for it', async () => {
      const first = await open();
      const refusal = await open().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DatabaseInUse);
      expect(refusal).toMatchObject({
        file,
        holder: { pid: process.pid, host: hostname(), since: expect.stringMatching(/^\d{4}-.*Z$/) },
        message: expect.stringContaining(`${file} is in use: process ${process.pid}, which is this one,`),
      });
      await first.write(addAccount);
      expect(lockedElsewhere()).toContain('SQLITE_BUSY'); // the rejected start closed the file and must not have freed the lock
      await first.close();
      await (await open()).check();
    });

    it('is locked under any name of the file', async () => {
      await open();
      const names = [join(folder, 'linked', 'cairn.db'), join(folder, 'link.db')];
      await symlink(join(folder, 'deep', 'down'), join(folder, 'linked'));
      await symlink(file, join(folder, 'link.db'));
      for (const name of names)
        await expect(openSqliteHere({ file: name })).rejects.toBeInstanceOf(DatabaseInUse);
    });

    it('is locked when the holder could not describe itself', async () => {
      await open();
      await writeFile(`${file}.lock.json`, '{"pid":"1"}');
      await expect(open()).rejects.toMatchObject({
        holder: undefined,
        message: expect.stringContaining('another process has it open'),
      });
    });

    it('ignores the description left by a process that is gone', async () => {
      await (await open()).close();
      await writeFile(
        `${file}.lock.json`,
        JSON.stringify({ pid: process.ppid, host: hostname(), since: 'x' }),
      );
      await (await open()).check();
    });
  });

  it('releases the lock when opening fails', async () => {
    await mkdir(file, { recursive: true });
    await expect(open()).rejects.toMatchObject({ cause: { code: 'SQLITE_CANTOPEN' } });
    await (await FileLock.take(file)).release();
  });

  it('is ready while open, and StorageUnavailable for everything when closed', async () => {
    const database = await open();
    await database.check();
    const closing = database.close();
    await expect(database.check()).rejects.toBeInstanceOf(StorageUnavailable);
    await closing;
    await expect(database.read(accounts)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(database.write(addAccount)).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
