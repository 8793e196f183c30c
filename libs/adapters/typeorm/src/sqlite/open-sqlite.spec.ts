import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { NewerSchema } from '../newer-schema.js';
import { openSqlite } from './open-sqlite.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { sqliteWriter } from './sqlite-source.js';
import type { Statements } from '../statements.js';

type Rows = readonly Readonly<Record<string, unknown>>[];

const migrations = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM migrations');
const accounts = (manager: Statements): Promise<Rows> => manager.query('SELECT * FROM account');
const addAccount = (manager: Statements): Promise<unknown> =>
  manager.query(`INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`);

describe('openSqlite', () => {
  let folder: string;
  let file: string;
  const opened: SqliteDatabase[] = [];

  const open = async (): Promise<SqliteDatabase> => {
    const database = await openSqlite({ file });
    opened.push(database);
    return database;
  };

  /** Does something to the file as another program would. */
  const meddle = async (...statements: readonly string[]): Promise<void> => {
    const other = await sqliteWriter(file).initialize();
    for (const statement of statements) await other.query(statement);
    await other.destroy();
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
  ])('makes the folder and a file written with %s %s', async (pragma, value) => {
    const database = await open();
    const ask = pragma === 'timeout' ? 'PRAGMA busy_timeout' : `PRAGMA ${pragma}`;
    const rows = await database.write((manager) => manager.query<Rows>(ask));
    expect(rows[0]?.[pragma]).toBe(value);
  });

  it('reads what is committed, never what is under way', async () => {
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

  it('finds everything as it was left, and migrates once', async () => {
    const first = await open();
    await first.write(addAccount);
    const applied = await first.read(migrations);
    await first.close();
    const second = await open();
    expect(await second.read(migrations)).toEqual(applied);
    expect(await second.read(accounts)).toHaveLength(1);
  });

  it('refuses a file that a newer version wrote, names what it does not know, and changes nothing', async () => {
    await (await open()).close();
    await meddle(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'AddTiles9999999999999')`);
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerSchema);
    expect(refusal).toMatchObject({
      migrations: ['AddTiles9999999999999'],
      message: expect.stringContaining(`${file} was written by a newer version`),
    });
    await meddle(`DELETE FROM migrations WHERE name = 'AddTiles9999999999999'`);
    await (await open()).check();
  });

  it('undoes a migration that fails', async () => {
    await mkdir(join(folder, 'deep', 'down'), { recursive: true });
    await meddle('CREATE TABLE api_key (id TEXT)');
    await expect(open()).rejects.toThrow('table api_key already exists');
    await meddle('DROP TABLE api_key');
    const database = await open();
    expect(await database.read(accounts)).toHaveLength(0);
  });

  it('is StorageUnavailable when the folder cannot be made', async () => {
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

  it('closes to one file, whether asked once or more often', async () => {
    const database = await open();
    await database.write(addAccount);
    await database.read(accounts);
    expect(await readdir(join(folder, 'deep', 'down'))).toHaveLength(3);
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(await readdir(join(folder, 'deep', 'down'))).toEqual(['cairn.db']);
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
