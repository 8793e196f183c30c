import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite from 'sqlite-driver';
import { SmallDisk } from '@cairn/services';
import type { Statements } from '../sql/statements.js';
import { openSqliteHere } from './open-sqlite.js';
import type { SqliteDatabase } from './connection/sqlite-database.js';

const MEBIBYTE = 1024 * 1024;
/** The reserve. What is left of it on a full disk has room for the tables twice. */
const RESERVE = 5 * MEBIBYTE;
const full = { code: 'storage-full' };

describe('SQLite on a full disk', () => {
  let disk: SmallDisk;
  let file: string;
  let database: SqliteDatabase;

  const open = async (): Promise<SqliteDatabase> => await openSqliteHere({ file, reserveInBytes: RESERVE });

  /** A row of one or two pages. */
  const insert = (id: number) => (manager: Statements) =>
    manager.query(
      `INSERT INTO space (id, title, description, owner, storage_id, created_at, updated_at, content_updated_at)
       VALUES (?, ?, ?, ?, ?, 1, 1, 1)`,
      [`space-${id}`, 'x'.repeat(5_000), '', 'me', 'sqlite'],
    );
  const remove = (id: number) => (manager: Statements) =>
    manager.query('DELETE FROM space WHERE id = ?', [`space-${id}`]);
  const stored = async (): Promise<number> =>
    (await database.read((manager) => manager.query<readonly unknown[]>('SELECT id FROM space'))).length;
  const held = async (): Promise<number> => (await stat(`${file}.reserve`)).size;

  const insertMany = async (first: number, count: number): Promise<number> => {
    const writes = Array.from({ length: count }, (_, id) => database.write(insert(first + id)));
    const outcomes = await Promise.allSettled(writes);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  beforeEach(async () => {
    disk = SmallDisk.mount(16 * MEBIBYTE);
    file = join(disk.folder, 'cairn.db');
    database = await open();
  });

  afterEach(async () => {
    await database.close();
    disk.unmount();
  });

  it('deletes everything, even if others fill the disk to the last byte and the log is long', async () => {
    const inserted = await insertMany(0, 400); // 3 MiB, still in the log
    expect(inserted).toBe(400);
    await disk.fill();
    await expect(database.write(insert(1_000))).rejects.toMatchObject({
      ...full,
      cause: { code: 'SQLITE_FULL' },
    });
    await expect(database.check()).rejects.toMatchObject(full);
    for (let id = 0; id < 400; id += 1) {
      await database.writeEvenIfFull(remove(id));
      await disk.fill(); // others take all space that is released and unused
    }
    expect(await stored()).toBe(0);
    expect(await held()).toBeLessThan(RESERVE);
  });

  it('deletes more and more at once though the log is short, as after a start', async () => {
    await insertMany(0, 900);
    await database.close();
    await disk.fill();
    database = await open();
    for (let count = 1, id = 0; id + count <= 900; id += count, count += 1) {
      await database.writeEvenIfFull(async (manager) => {
        for (let next = id; next < id + count; next += 1) await remove(next)(manager);
      });
      await disk.fill();
    }
    expect(await stored()).toBeLessThan(50);
  });

  it('stores again in free pages, and refills its reserve when there is space', async () => {
    await insertMany(0, 400);
    await disk.fill();
    await Promise.allSettled([database.write(insert(1_000)), database.writeEvenIfFull(remove(0))]);
    await disk.fill();
    await expect(database.write(insert(1_000))).rejects.toMatchObject(full);
    await Promise.all(Array.from({ length: 200 }, (_, id) => database.writeEvenIfFull(remove(id))));
    await disk.fill();
    await database.write(insert(1_000));
    await database.check();
    await disk.clear();
    await database.check();
    expect(await held()).toBe(RESERVE);
  });

  it('stores in free pages while the log is short, as after a start', async () => {
    await insertMany(0, 400);
    await database.close();
    await disk.fill();
    database = await open();
    for (let id = 0; id < 200; id += 1) await database.writeEvenIfFull(remove(id));
    for (let id = 1_000; id < 1_100; id += 1) {
      await disk.fill();
      await database.write(insert(id));
    }
    expect(await stored()).toBe(300);
  });

  it('rejects what has no space and what would use up the reserve, with all its changes', async () => {
    const inserted = await insertMany(0, 3_000);
    expect(inserted).toBeGreaterThan(300);
    expect(await stored()).toBe(inserted);
    expect(await held()).toBe(RESERVE);
    const [refused, removed] = await Promise.allSettled([
      database.write(insert(5_000)),
      database.writeEvenIfFull(remove(0)),
      database.write((manager) => manager.query('UPDATE space SET title = ?', ['y'.repeat(9_000)])),
    ]);
    expect([refused.status, removed.status]).toEqual(['rejected', 'fulfilled']);
    expect(await stored()).toBe(inserted - 1);
  });

  it('opens again and again where others take all that it releases, and gives up little', async () => {
    await insertMany(0, 400);
    for (let opened = 0; opened < 20; opened += 1) {
      await database.close(); // removes a file that the next start must create again
      await disk.fill();
      database = await open();
      await disk.fill();
    }
    expect(await stored()).toBe(400);
    expect(await held()).toBeGreaterThan(RESERVE - MEBIBYTE / 2);
  });

  it.each(['before', 'after'])(
    'opens, reads and deletes where others filled the disk %s it closed',
    async (when) => {
      await insertMany(0, 400);
      if (when === 'before') await disk.fill(); // then the log stays, because it cannot be copied into the file
      await database.close();
      await disk.fill();
      database = await open();
      await disk.fill();
      expect(await stored()).toBe(400);
      await expect(database.write(insert(1_000))).rejects.toMatchObject(full);
      for (let id = 0; id < 400; id += 1) await database.writeEvenIfFull(remove(id));
      expect(await stored()).toBe(0);
    },
  );

  it.each(['newer', 'older'])('a %s file gives its free pages back to the disk', async (age) => {
    await database.close();
    const connection = new Sqlite(file);
    if (age === 'older') connection.exec('PRAGMA auto_vacuum = NONE; VACUUM');
    connection.close();
    database = await open();
    const inserted = await insertMany(0, 3_000);
    await disk.fill();
    for (let id = 0; id < inserted; id += 1) await database.writeEvenIfFull(remove(id));
    await disk.fill();
    while ((await database.vacuum()) > 0);
    expect((await stat(file)).size).toBeLessThan(2.5 * MEBIBYTE);
    await database.check();
    expect(await insertMany(0, 200)).toBe(200);
  });

  it('allows writes that change nothing, so that a server can start, also beside others', async () => {
    await insertMany(0, 400);
    await disk.fill();
    const beside = await Promise.allSettled([
      database.write(insert(1_000)),
      database.write((manager) => manager.query('SELECT 1 AS n')),
    ]);
    expect(beside.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await Promise.allSettled([database.write(insert(1_000)), database.writeEvenIfFull(remove(0))]);
    await disk.fill();
    expect(await database.write((manager) => manager.query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });
});
