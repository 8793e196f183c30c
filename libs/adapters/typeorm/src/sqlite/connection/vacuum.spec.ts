import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite from 'sqlite-driver';
import { openSqliteHere } from '../open-sqlite.js';
import type { SqliteDatabase } from './sqlite-database.js';

const MEBIBYTE = 1024 * 1024;

describe('Free pages of a SQLite file', () => {
  let folder: string;
  let file: string;
  let database: SqliteDatabase;

  const open = async (): Promise<SqliteDatabase> => await openSqliteHere({ file, reserveInBytes: 0 });
  const size = async (): Promise<number> => (await stat(file)).size / MEBIBYTE;
  const query = async (text: string): Promise<readonly unknown[]> =>
    await database.read((manager) => manager.query(text));
  const run = (text: string): Promise<unknown> => database.write((manager) => manager.query(text));

  /** A file as older versions made it. */
  const makeOlder = async (): Promise<void> => {
    await database.close();
    const older = new Sqlite(file);
    older.pragma('auto_vacuum = NONE');
    older.exec('VACUUM');
    older.close();
    database = await open();
    expect(await query('PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 0 }]);
  };

  const fill = async (mebibytes: number): Promise<void> => {
    await run('CREATE TABLE IF NOT EXISTS stored (id INTEGER PRIMARY KEY, content BLOB)');
    await run(
      `INSERT INTO stored (content) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${mebibytes * 64})
       SELECT randomblob(16384) FROM n`,
    );
  };

  const vacuum = async (): Promise<number> => {
    let steps = 0;
    while ((await database.vacuum()) > 0) steps += 1;
    return steps;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-vacuum-'));
    file = join(folder, 'cairn.db');
    database = await open();
  });

  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it.each(['newer', 'older'])('are given back by a %s file, which then holds the same', async (age) => {
    if (age === 'older') await makeOlder();
    await fill(30);
    const before = await query(
      'SELECT sum(length(content)) AS bytes, hex(max(content)) FROM stored WHERE id % 10 = 0',
    );
    await run('DELETE FROM stored WHERE id % 10 <> 0');
    await vacuum();
    expect(await size()).toBeLessThan(6);
    expect(await query('SELECT sum(length(content)) AS bytes, hex(max(content)) FROM stored')).toEqual(
      before,
    );
    expect(await query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await query('PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 2 }]);
    expect(await vacuum()).toBe(0);
  });

  it('are given back in steps, between which others write', async () => {
    await fill(60);
    await run('DELETE FROM stored WHERE id % 10 <> 0');
    let others = 0;
    const steps = vacuum();
    const isDone = steps.then(() => true);
    while ((await Promise.race([isDone, run('DELETE FROM stored WHERE id = -1')])) !== true) others += 1;
    expect(await steps).toBeGreaterThan(2);
    expect(others).toBeGreaterThan(2);
  });

  it('are kept while they are few, in their share or in bytes', async () => {
    await fill(20);
    await run('DELETE FROM stored WHERE id % 11 = 0');
    expect(await vacuum()).toBe(0);
    await run('DELETE FROM stored');
    await vacuum();
    const [pages] = await query('PRAGMA freelist_count');
    expect(pages).toEqual({ freelist_count: MEBIBYTE / 4096 });
  });

  it('are kept by an older file of which much is in use: a VACUUM would hold writers up', async () => {
    await makeOlder();
    await fill(34);
    await run('DELETE FROM stored WHERE id % 2 = 0');
    expect(await vacuum()).toBe(0);
    expect(await query('PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 0 }]);
  });

  it('are given back once nobody reads an older snapshot', async () => {
    await fill(10);
    const snapshot = await database.snapshots.take('a reader');
    snapshot.connection.prepare('SELECT count(*) FROM stored').all();
    await run('DELETE FROM stored');
    await vacuum();
    expect(await size()).toBeGreaterThan(9);
    snapshot.end();
    await vacuum();
    expect(await size()).toBeLessThan(3);
  });

  it('are given back by the log, too, which grew while a snapshot was read', async () => {
    const snapshot = await database.snapshots.take('a reader');
    snapshot.connection.prepare('SELECT count(*) FROM space').all();
    for (let some = 0; some < 4; some += 1) await fill(10);
    const logged = async (): Promise<number> => (await stat(`${file}-wal`)).size / MEBIBYTE;
    expect(await logged()).toBeGreaterThan(30);
    snapshot.end();
    for (let some = 0; some < 2; some += 1) await fill(1);
    expect(await logged()).toBeLessThan(17);
  });
});
