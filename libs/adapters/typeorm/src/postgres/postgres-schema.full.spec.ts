import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import pg from 'pg';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { SpacePattern } from '@cairn/spaces/spi';
import { anImage } from '@cairn/testkit';
import { entities } from '../schema/entities.js';
import { Recorder } from '../sql/recorder.spec.kit.js';
import { TypeOrmAccountRepository } from '../access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../access/typeorm-api-key-repository.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import { Leadership } from './leadership.js';
import { migratePostgres } from './open-postgres.js';
import { postgresAddress } from './connection/postgres-address.js';
import { ConnectionPool } from './connection-pool.js';
import { connectionConfig } from './connection/postgres-connection.js';
import { PostgresDatabase } from './postgres-database.js';
import { migratingSource } from './connection/postgres-source.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly nullable: boolean;
}

const server = await openTestPostgres();

describe(`InitialSchema on ${server.name}`, () => {
  let admin: pg.Client;
  let source: DataSource;
  let database: PostgresDatabase;

  beforeAll(async () => {
    const address = postgresAddress({ url: await server.fresh() });
    source = await migratingSource(address).initialize();
    await migratePostgres(source, address.name);
    const pool = new ConnectionPool(source, address);
    database = new PostgresDatabase(pool, new Leadership(() => new pg.Client(connectionConfig(address))));
    admin = new pg.Client(connectionConfig(address));
    await admin.connect();
  });

  afterAll(async () => {
    await database.close();
    await admin.end();
    await server.close();
  });

  /** The plan for large tables. */
  const plansOf = async (ask: () => Promise<unknown>): Promise<string[]> => {
    const recorder = new Recorder();
    const before = source.logger;
    source.logger = recorder;
    await ask();
    source.logger = before;
    const plans: string[] = [];
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'])
      await admin.query('SELECT set_config($1, $2, false)', [`enable_${way}`, 'off']);
    for (const { text, values } of recorder.statements) {
      const explain = `EXPLAIN (COSTS OFF) ${text}`;
      const { rows } = await admin.query<{ readonly 'QUERY PLAN': string }>(explain, values);
      plans.push(rows.map((row) => row['QUERY PLAN'].trim()).join('\n'));
    }
    await admin.query('RESET ALL');
    return plans;
  };

  /** A row that shares its blob is passed over, and is found by another column in an index of its own. */
  const OF_SHARED_BLOBS = /Filter: \((shared_key IS NULL|id < \w+\.id)\)/g;
  const after = { at: 1, id: 'a' };

  it.each<readonly [string, string, (database: PostgresDatabase) => Promise<unknown>]>([
    [
      'images by tag',
      'owner = ?) AND (tag = ?) AND (ROW(created_at, image_id) < ROW(?, ?',
      (db) => new SqlCatalogRepository(db).listByTag('alice', 'sea', { limit: 9, after }),
    ],
    ['blobs', 'blob_key > ?', (db) => new SqlCatalogRepository(db).listBlobs(9, 'a')],
    ['a file', 'address = ?', (db) => new SqlCatalogRepository(db).findFile('beach.jpg')],
    [
      'freed addresses',
      'freed_owner = ?) AND (freed_sha256 = ?',
      (db) => new SqlCatalogRepository(db).freedAddresses(anImage()),
    ],
    ['a blob', 'blob_key = ?', (db) => new SqlCatalogRepository(db).needsBlob('a')],
    [
      'spaces',
      'ROW(created_at, id) > ROW(?, ?',
      (db) => new TypeOrmSpaceRepository(db).list({}, { limit: 9, after }),
    ],
    ...['alice', 'alice bob', 'alice bob carol'].map(
      (owners) =>
        [
          `spaces of ${owners}`,
          'owner = ?) AND (ROW(created_at, id) > ROW(?, ?',
          (db: PostgresDatabase) =>
            new TypeOrmSpaceRepository(db).list({ among: ownedBy(owners) }, { limit: 9, after }),
        ] as const,
    ),
    [
      'accounts',
      'ROW(created_at, id) > ROW(?, ?',
      (db) => new TypeOrmAccountRepository(db).list({ limit: 9, after }),
    ],
    [
      'keys',
      'ROW(created_at, id) > ROW(?, ?',
      (db) => new TypeOrmApiKeyRepository(db).list(undefined, { limit: 9, after }),
    ],
    [
      'keys of one account',
      'account_id = ?) AND (ROW(created_at, id) > ROW(?, ?',
      (db) => new TypeOrmApiKeyRepository(db).list('alice', { limit: 9, after }),
    ],
    ['a key', 'digest = ?', (db) => new TypeOrmApiKeyRepository(db).findByDigest('a')],
  ])('finds %s with one statement a table in an index by %s, in order', async (_, condition, ask) => {
    const plans = await plansOf(() => ask(database));
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      const conditions = plan.split('\n').filter((line) => line.startsWith('Index Cond'));
      const plain = conditions.map((line) => line.replaceAll(/'[^']*'::(text|bigint)|\$\d/g, '?'));
      expect(plain.filter((line) => line.includes(condition)).length).toBeGreaterThan(0);
      expect(plan.replaceAll(OF_SHARED_BLOBS, '')).not.toMatch(/Seq Scan|-> {2}Sort|Filter/);
    }
  });

  it('finds the tags of a removed image through an index', async () => {
    const plans = await plansOf(() => source.query('SELECT tag FROM image_tag WHERE image_id = $1', ['a']));
    expect(plans.join()).toContain('Index Scan using image_tag_by_image');
  });

  it('finds the keys that a key created through an index', async () => {
    const plans = await plansOf(() => source.query('SELECT id FROM api_key WHERE parent_id = $1', ['a']));
    expect(plans.join()).toContain('Index Scan using api_key_by_parent');
  });

  it('has exactly the columns of the entity schemas, and compares every text bytewise', async () => {
    const described = (metadata: EntityMetadata): Column[] =>
      metadata.columns.map(({ databaseName, type, isNullable }) => ({
        name: databaseName,
        ...(type === 'text' ? { type, collation: 'C' } : { type: 'bigint', collation: null }),
        nullable: isNullable,
      }));
    expect(source.entityMetadatas).toHaveLength(entities.length);
    for (const metadata of source.entityMetadatas) {
      const { rows } = await admin.query<Column>(
        `SELECT column_name AS name, data_type AS type, collation_name AS collation, is_nullable = 'YES' AS nullable
         FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position`,
        [metadata.tableName],
      );
      expect(rows).toEqual(described(metadata));
    }
  });

  it('stores an address of the maximum length', async () => {
    const address = `${Array.from({ length: 8 }, (_, level) => noise(level)).join('/')}/${noise(8)}`;
    expect(Buffer.byteLength(address)).toBe(9 * 255 + 8);
    await admin.query('INSERT INTO address VALUES ($1, $2)', [address, 'a']);
    const { rows } = await admin.query('SELECT image_id FROM address WHERE address = $1', [address]);
    expect(rows).toEqual([{ image_id: 'a' }]);
  });
});

/** 255 incompressible bytes, different for every seed. */
function noise(seed: number): string {
  const letters = Array.from(
    { length: 85 },
    (_, place) => 0x4e00 + ((seed * 7_919 + place * 104_729) % 20_000),
  );
  return String.fromCodePoint(...letters);
}

function ownedBy(owners: string): readonly SpacePattern[] {
  return owners.split(' ').map((text) => [{ attribute: 'owner', text, isPrefix: false }]);
}
