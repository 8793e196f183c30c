import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite from 'sqlite-driver';
import { openSqlite } from '../sqlite/open-sqlite.js';
import type { DatabaseCheckup } from './database-checkup.js';
import { checkSqlite } from './open-checkup.js';
import { type Damage, expectRepaired, fill, findingsOf, spaceId } from './checkup.spec.kit.js';

const damages: readonly Damage[] = [
  ['quota', 'UPDATE catalog SET image_count = image_count + 1', 'repaired'],
  ['quota', 'UPDATE catalog SET bytes = bytes - 1', 'repaired'],
  ['address', `DELETE FROM address WHERE freed_owner IS NULL`, 'repaired'],
  ['address', `UPDATE address SET image_id = 'other' WHERE freed_owner IS NULL`, 'told'],
  ['image-index', `DELETE FROM image_tag WHERE tag = 'sea'`, 'repaired'],
  ['image-index', `UPDATE image_term SET term = 'w:o' || term WHERE term LIKE 'w:%'`, 'repaired'],
  ['image-index', `UPDATE image SET words = ' other'`, 'repaired'],
  ['image-index', `UPDATE image SET upload_sha256 = ''`, 'repaired'],
  ['image-index', 'UPDATE image SET upload_size = NULL', 'repaired'],
  ['image-counts', `UPDATE image_count SET count = count + 1 WHERE kind = 'tag'`, 'repaired'],
  ['image-counts', `DELETE FROM image_count WHERE kind = 'folder'`, 'repaired'],
  ['image-counts', `UPDATE image_count SET folded = 'other' WHERE kind = 'tag'`, 'repaired'],
  ['edit-list', 'UPDATE image SET edits = NULL', 'told'],
  ['edit-list', `UPDATE image SET edits = replace(edits, 'ffe1', 'ffe100') WHERE edits IS NOT NULL`, 'told'],
  ['feature-count', 'UPDATE space_content SET total = total - 1', 'repaired'],
  ['feature-boxes', 'DELETE FROM feature_box WHERE id % 7 = 0', 'repaired'],
  ['feature-boxes', 'DELETE FROM feature_overview', 'repaired'],
  ['feature-boxes', 'INSERT INTO feature_box VALUES (99999, 0, 1, 0, 1, 1024, 1536)', 'repaired'],
  ['feature-boxes', 'UPDATE feature SET north = north - 1 WHERE number = 5', 'repaired'],
  ['space-bounds', 'UPDATE space_content SET east = 100', 'repaired'],
  ['space-bounds', 'UPDATE space_content SET north = NULL', 'repaired'],
  ['cell-counts', 'UPDATE cell_count SET count = count + 1 WHERE layer = 0', 'repaired'],
  ['cell-counts', 'DELETE FROM cell_count WHERE layer = 1', 'repaired'],
  ['property-index', 'DELETE FROM feature_term WHERE number % 5 = 0', 'repaired'],
  [
    'property-index',
    `INSERT INTO feature_term SELECT index_key, 'z', 99999 FROM feature_term LIMIT 1`,
    'repaired',
  ],
  [
    'failed-work',
    `INSERT INTO failed_work VALUES ('sweep-blobs', 'blob', 5, 'away', 1, NULL, '1', NULL)`,
    'repaired',
  ],
  ['outbox', `INSERT INTO outbox_consumer VALUES ('ahead', 99999)`, 'told'],
  ['file', `INSERT INTO space_label VALUES ('tag', 'lost', 'nowhere')`, 'told'],
];

let folder: string;
let file: string;
let checkup: DatabaseCheckup | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-checkup-'));
  const store = await openSqlite({ file: join(folder, 'whole.db') });
  await fill(store);
  await store.close();
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  file = join(folder, 'cairn.db');
  await copyFile(join(folder, 'whole.db'), file);
});

afterEach(async () => {
  await checkup?.close();
  checkup = undefined;
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
});

function damage(sql: string): void {
  const connection = new Sqlite(file);
  connection.pragma('foreign_keys = OFF');
  connection.exec(sql);
  connection.close();
}

describe('a checkup of SQLite', () => {
  it('finds nothing in what the repositories have written', async () => {
    checkup = await checkSqlite(file, 'read');
    expect(await findingsOf(checkup)).toEqual([]);
  });

  it.each(damages)('finds what contradicts the rule %s after %s', async (...given) => {
    damage(given[1]);
    checkup = await checkSqlite(file, 'repair');
    await expectRepaired(checkup, given);
  });

  it('reads beside a process that has the file open, and repairs only without one', async () => {
    damage('UPDATE catalog SET image_count = image_count + 1');
    const store = await openSqlite({ file });
    try {
      checkup = await checkSqlite(file, 'read');
      const [finding, ...others] = await findingsOf(checkup);
      expect([finding?.check, others]).toEqual(['quota', []]);
      await expect(checkSqlite(file, 'repair')).rejects.toMatchObject({ name: 'DatabaseInUse' });
    } finally {
      await store.close();
    }
  });

  it('leaves indexes to the job, which builds them', async () => {
    damage(`DELETE FROM feature_term; DELETE FROM cell_count`);
    checkup = await checkSqlite(file, 'repair');
    for (const finding of await findingsOf(checkup)) {
      expect(finding.subject).toBe(spaceId);
      await checkup.repair(finding);
    }
    await checkup.close();
    const store = await openSqlite({ file });
    while ((await store.repositories.features.index()) !== 'done');
    await store.close();
    checkup = await checkSqlite(file, 'read');
    expect(await findingsOf(checkup)).toEqual([]);
    const connection = new Sqlite(file, { readonly: true });
    const terms = connection.prepare('SELECT count(*) FROM feature_term').pluck().get();
    connection.close();
    expect(terms).toBe(400);
  });

  it.each([
    ['another version', 'DELETE FROM cairn_migration WHERE id = (SELECT max(id) FROM cairn_migration)'],
    ['the build before', 'DROP TABLE cairn_migration'],
  ])('refuses the tables of %s', async (_, change) => {
    damage(change);
    checkup = await checkSqlite(file, 'read');
    await expect(findingsOf(checkup)).rejects.toMatchObject({ name: 'NotMigrated' });
  });
});
