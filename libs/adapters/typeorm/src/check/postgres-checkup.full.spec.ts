import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import pg from 'pg';
import { openPostgres } from '../open-postgres.js';
import { type Damage, expectRepaired, fill, findingsOf } from './checkup.spec.kit.js';
import type { DatabaseCheckup } from './database-checkup.js';
import { checkPostgres } from './open-checkup.js';

const damages: readonly Damage[] = [
  ['quota', 'UPDATE catalog SET image_count = image_count + 1', 'repaired'],
  ['quota', 'UPDATE catalog SET bytes = bytes - 1', 'repaired'],
  ['address', `DELETE FROM address WHERE freed_owner IS NULL`, 'repaired'],
  ['image-index', `DELETE FROM image_tag WHERE tag = 'sea'`, 'repaired'],
  ['image-index', `UPDATE image_term SET term = 'w:o' || term WHERE term LIKE 'w:%'`, 'repaired'],
  ['image-counts', `UPDATE image_count SET count = count + 1 WHERE kind = 'tag'`, 'repaired'],
  ['edit-list', 'UPDATE image SET edits = NULL', 'told'],
  ['feature-count', 'UPDATE feature_space SET total = total - 1', 'repaired'],
  ['space-bounds', 'UPDATE feature_space SET east = 100', 'repaired'],
  ['feature-boxes', `UPDATE feature SET extent = NULL WHERE id = 'p7'`, 'repaired'],
  ['feature-boxes', `UPDATE feature SET extent = '(1,1),(0,0)' WHERE id = 'bare'`, 'repaired'],
  ['cell-counts', 'UPDATE cell_count SET count = count + 1 WHERE layer = 0', 'repaired'],
  ['property-index', `DELETE FROM feature_term WHERE id < 'p2'`, 'repaired'],
  [
    'property-index',
    `INSERT INTO feature_term SELECT index_key, 'lost', term FROM feature_term LIMIT 1`,
    'repaired',
  ],
  [
    'failed-work',
    `INSERT INTO failed_work VALUES ('sweep-blobs', 'blob', 5, 'away', 1, NULL, '1', NULL)`,
    'repaired',
  ],
  ['outbox', `INSERT INTO outbox_consumer VALUES ('ahead', 99999)`, 'told'],
];

const server = await openTestPostgres();
afterAll(() => server.close());

describe(`a checkup of ${server.name}`, () => {
  let url: string;
  let checkup: DatabaseCheckup;

  beforeEach(async () => {
    url = await server.fresh();
    const store = await openPostgres({ url });
    await fill(store);
    await store.close();
    checkup = await checkPostgres({ url });
  });

  afterEach(() => checkup.close());

  it('finds nothing in what the repositories have written', async () => {
    expect(await findingsOf(checkup)).toEqual([]);
  });

  it.each(damages)('finds what contradicts the rule %s after %s', async (...given) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(given[1]);
    await client.end();
    await expectRepaired(checkup, given);
  });
});
