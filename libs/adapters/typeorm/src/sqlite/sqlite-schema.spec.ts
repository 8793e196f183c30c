import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SpacePattern } from '@cairn/spaces/spi';
import { anImage } from '@cairn/testkit';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { Database } from '../sql/database.js';
import { entities } from '../schema/entities.js';
import { Recorder } from '../sql/recorder.spec.kit.js';
import { Statements } from '../sql/statements.js';
import { TypeOrmAccountRepository } from '../access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../access/typeorm-api-key-repository.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import { openSqliteHere } from './open-sqlite.js';
import type { SqliteDatabase } from './connection/sqlite-database.js';
import { sqliteSource } from './connection/sqlite-source.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** Steps that only put others together. */
const OF_PARTS =
  /^(MERGE|LEFT|RIGHT|COMPOUND|UNION|CO-ROUTINE|SCALAR|CORRELATED|SCAN part|SCAN CONSTANT|SCAN wanted|SEARCH other|MATERIALIZE|USE TEMP)/;

describe('The schema', () => {
  let folder: string;
  let source: DataSource;
  let database: SqliteDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-schema-'));
    const file = join(folder, 'cairn.db');
    database = await openSqliteHere({ file });
    source = await sqliteSource(file).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const plansOf = async (ask: (database: Database) => Promise<unknown>): Promise<string[]> => {
    const recorder = new Recorder();
    const before = source.logger;
    source.logger = recorder;
    const statements = new Statements(
      (text, values) => source.query(text, [...values]),
      () => '?',
      () => source.manager,
    );
    await ask({
      dialect: database.dialect,
      read: (query) => query(statements),
      write: (work) => work(statements),
      writeEvenIfFull: (work) => work(statements),
    });
    source.logger = before;
    const plans: string[] = [];
    for (const { text, values } of recorder.statements) {
      const explain = `EXPLAIN QUERY PLAN ${text}`;
      const steps = await database.read((manager) =>
        manager.query<readonly { readonly detail: string }[]>(explain, values),
      );
      plans.push(...Array.from(steps, (step) => step.detail));
    }
    return plans;
  };

  const after = { at: 1, id: 'a' };

  it.each<readonly [string, string, (database: Database) => Promise<unknown>]>([
    [
      'images by tag',
      'owner=? AND tag=? AND (created_at,image_id)<(?,?)',
      (db) => new SqlCatalogRepository(db).listByTag('alice', 'sea', { limit: 9, after }),
    ],
    ['blobs', 'blob_key>?', (db) => new SqlCatalogRepository(db).listBlobs(9, 'a')],
    ['a file', 'address=?', (db) => new SqlCatalogRepository(db).findFile('beach.jpg')],
    [
      'freed addresses',
      'freed_owner=? AND freed_sha256=?',
      (db) => new SqlCatalogRepository(db).freedAddresses(anImage()),
    ],
    ['a blob', 'blob_key=?', (db) => new SqlCatalogRepository(db).needsBlob('a')],
    ['spaces', '(created_at,id)>(?,?)', (db) => new TypeOrmSpaceRepository(db).list({}, { limit: 9, after })],
    [
      'spaces of others',
      '(created_at,id)>(?,?)',
      (db) => new TypeOrmSpaceRepository(db).list({ notOwner: 'alice' }, { limit: 9, after }),
    ],
    [
      'shared spaces',
      '(created_at,id)>(?,?)',
      (db) => new TypeOrmSpaceRepository(db).list({ among: [], orShared: true }, { limit: 9, after }),
    ],
    ...['alice', 'alice bob', 'alice bob carol'].map(
      (owners) =>
        [
          `spaces of ${owners}`,
          'owner=? AND (created_at,id)>(?,?)',
          (db: Database) =>
            new TypeOrmSpaceRepository(db).list({ among: ownedBy(owners) }, { limit: 9, after }),
        ] as const,
    ),
    ['accounts', '(created_at,id)>(?,?)', (db) => new TypeOrmAccountRepository(db).list({ limit: 9, after })],
    [
      'keys',
      '(created_at,id)>(?,?)',
      (db) => new TypeOrmApiKeyRepository(db).list(undefined, { limit: 9, after }),
    ],
    [
      'keys of one account',
      'account_id=? AND (created_at,id)>(?,?)',
      (db) => new TypeOrmApiKeyRepository(db).list('alice', { limit: 9, after }),
    ],
    ['a key', 'digest=?', (db) => new TypeOrmApiKeyRepository(db).findByDigest('a')],
  ])('finds %s in an index by %s, in order', async (_, condition, ask) => {
    const plans = await plansOf(ask);
    const steps = plans
      .filter((step) => !OF_PARTS.test(step))
      // A blob of several images is found by another column in an index of its own.
      .map((step) => step.replaceAll('shared_key', 'blob_key'));
    const joined = 'SEARCH image USING INDEX sqlite_autoindex_image_1 (id=?)';
    expect(steps).not.toEqual([]);
    for (const step of steps.filter((each) => each !== joined)) {
      expect(step).toMatch(/^SEARCH .* USING .*(INDEX|PRIMARY KEY)/);
      expect(step).toContain(` (${condition})`);
    }
  });

  it('finds the tags of a removed image through an index', async () => {
    const plans = await plansOf((db) =>
      db.read((manager) => manager.query('SELECT tag FROM image_tag WHERE image_id = ?', ['a'])),
    );
    expect(plans).toEqual(['SEARCH image_tag USING COVERING INDEX image_tag_by_image (image_id=?)']);
  });

  it('finds shared spaces, and the labels of a removed space, through indexes of their own', async () => {
    const shared = await plansOf((db) =>
      new TypeOrmSpaceRepository(db).list({ among: ownedBy('alice'), orShared: true }, { limit: 9, after }),
    );
    expect(shared.filter((step) => step.includes('space_shared'))).toHaveLength(1);
    const labels = await plansOf((db) =>
      db.read((manager) => manager.query('SELECT name FROM space_label WHERE space_id = ?', ['a'])),
    );
    expect(labels).toEqual([expect.stringContaining('space_label_by_space (space_id=?)')]);
  });

  it('finds the keys that a key made through an index', async () => {
    const plans = await plansOf((db) =>
      db.read((manager) => manager.query('SELECT id FROM api_key WHERE parent_id = ?', ['a'])),
    );
    expect(plans).toEqual(['SEARCH api_key USING INDEX api_key_by_parent (parent_id=?)']);
  });

  it('has the very columns that the entity schemas describe', async () => {
    const described = (metadata: EntityMetadata): Column[] =>
      metadata.columns.map(({ databaseName, type, isNullable, isPrimary }) => ({
        name: databaseName,
        type: String(type).toUpperCase(),
        notnull: isNullable ? 0 : 1,
        pk: isPrimary ? 1 : 0,
      }));
    expect(source.entityMetadatas).toHaveLength(entities.length);
    for (const metadata of source.entityMetadatas) {
      const columns = await source.query<readonly Column[]>('SELECT * FROM pragma_table_info(?)', [
        metadata.tableName,
      ]);
      const actual = Array.from(columns, ({ name, type, notnull, pk }) => ({
        name,
        type,
        notnull,
        pk: Math.min(pk, 1),
      }));
      expect(actual).toEqual(described(metadata));
    }
  });
});

function ownedBy(owners: string): readonly SpacePattern[] {
  return owners.split(' ').map((text) => [{ attribute: 'owner', text, isPrefix: false }]);
}
