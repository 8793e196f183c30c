import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite from 'sqlite-driver';
import { openSqlite } from '../sqlite/open-sqlite.js';
import type { DatabaseBackups } from '@cairn/kernel';
import { sqliteBackups } from './open-backups.js';

const { signal } = new AbortController();

let folder: string;
let file: string;
let snapshot: string;
let backups: DatabaseBackups;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-sqlite-backups-'));
  file = join(folder, 'cairn.db');
  snapshot = join(folder, 'snapshot');
  await mkdir(snapshot);
  const store = await openSqlite({ file });
  await store.repositories.installations.claim('here');
  await store.close();
  backups = await sqliteBackups(file);
});

afterEach(async () => {
  await backups.close();
  await rm(folder, { recursive: true });
});

describe('a restore of SQLite', () => {
  it('is refused beside the log of a file that is gone, which would be played into the restored one', async () => {
    const copy = await backups.copy({ folder: snapshot, signal });
    const request = { folder: snapshot, copy, name: 'one', removed: [], ageMs: 0, restoredAt: 1 };
    const killed = new Sqlite(file);
    killed.exec(`INSERT INTO account (id, name, created_at) VALUES ('late', 'late', 1)`);
    await copyFile(`${file}-wal`, join(folder, 'log'));
    killed.close();
    for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
    await copyFile(join(folder, 'log'), `${file}-wal`);
    await expect(backups.restore(request)).rejects.toThrow(`${file}-wal is not empty`);
    expect(existsSync(file)).toBe(false);
    await rm(`${file}-wal`);
    await backups.restore(request);
    expect(await backups.facts()).toMatchObject({ installation: 'here', tables: { account: 0 } });
  });
});

// Only Linux has /dev/full: it is not skipped where everything is tested.
(existsSync('/dev/full') ? it : it.skip)(
  'a copy rejects where the disk is full at the list of blobs',
  async () => {
    const database = new Sqlite(file);
    database.exec(`WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 5000)
    INSERT INTO trash (id, kind, owner, title, deletion, deleted_at, expires_at, size_in_bytes, parts, blob_key,
      content_type, sha256, counted_bytes, record)
    SELECT 'id' || number, 'image', 'alice', 'x', 'd', 1, 2, 3, '[]', 'key' || number, 'image/png', 'aa', 0, '{}'
    FROM numbers`);
    database.close();
    await symlink('/dev/full', join(snapshot, 'blobs.jsonl'));
    await expect(backups.copy({ folder: snapshot, signal })).rejects.toMatchObject({ code: 'ENOSPC' });
  },
);
