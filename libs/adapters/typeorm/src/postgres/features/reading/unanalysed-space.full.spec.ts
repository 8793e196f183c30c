import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BoundingBox } from '@cairn/geometry';
import { openTestPostgres } from '@cairn/services';
import { EMPTY_HEAD } from '@cairn/spaces';
import { openPostgres } from '../../open-postgres.js';
import type { PostgresDatabase } from '../../postgres-database.js';
import { featureSearch } from '../criteria/feature-search.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { candidateStatement } from './candidate-statement.js';

const server = await openTestPostgres();
afterAll(() => server.close());

const TOTAL = 30_000;
const space: FeatureSpace = {
  key: 1,
  head: { ...EMPTY_HEAD, version: 1, total: TOTAL, bounds: [-180, -90, 180, 90] },
};

describe('a large space that is not analysed yet', () => {
  let database: PostgresDatabase;

  beforeEach(async () => {
    database = await openPostgres({ url: await server.fresh() });
  });

  afterEach(() => database.close());

  it('is searched in the index of extents alone', async () => {
    const near: readonly BoundingBox[] = [[1, 1, 1.2, 1.2]];
    const search = featureSearch(space, { near });
    const plan = await database.write(
      async (connection) => {
        await connection.query('ALTER TABLE feature SET (autovacuum_enabled = off)');
        await connection.query(
          `INSERT INTO feature (space_key, id, version, created_at, updated_at, id_hash, extent, body)
         SELECT 1, 'f' || n, 1, 1, 1, n, box(point(n % 1000, n / 1000.0), point(n % 1000, n / 1000.0)), '{"type":"Feature"'
         FROM generate_series(1, $1) AS n`,
          [TOTAL],
        );
        await connection.query('SET LOCAL enable_sort = off');
        const { text } = await candidateStatement(connection, search, { by: 'id' });
        return (await connection.textRows(`EXPLAIN ${text}`)).join('\n');
      },
      { budget: 'bulk' },
    );
    expect(plan).toContain('feature_by_extent');
    expect(plan).not.toContain('feature_pkey');
  });
});
