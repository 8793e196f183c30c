import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityMetadata, Logger } from 'typeorm';
import { TypeOrmAccountRepository } from '../typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../typeorm-api-key-repository.js';
import { TypeOrmCatalogRepository } from '../typeorm-catalog-repository.js';
import { TypeOrmSpaceRepository } from '../typeorm-space-repository.js';
import { FileLock } from './file-lock.js';
import { migrateSqlite } from './migrate-sqlite.js';
import { SqliteDatabase } from './sqlite-database.js';
import { sqliteReader, sqliteWriter } from './sqlite-source.js';

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

class Recorder implements Logger {
  readonly statements: Statement[] = [];

  logQuery(text: string, values: unknown[] = []): void {
    this.statements.push({ text, values });
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

describe('InitialSchema', () => {
  let folder: string;
  let writer: DataSource;
  let reader: DataSource;
  let database: SqliteDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-schema-'));
    const file = join(folder, 'cairn.db');
    writer = await sqliteWriter(file).initialize();
    await migrateSqlite(writer, file);
    reader = await sqliteReader(file).initialize();
    database = new SqliteDatabase(writer, reader, await FileLock.take(file));
  });

  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const plansOf = async (ask: () => Promise<unknown>): Promise<string[]> => {
    const recorder = new Recorder();
    const before = reader.logger;
    reader.logger = recorder;
    await ask();
    reader.logger = before;
    const plans: string[] = [];
    for (const { text, values } of recorder.statements) {
      const explain = `EXPLAIN QUERY PLAN ${text}`;
      const steps = await reader.query<readonly { readonly detail: string }[]>(explain, values);
      plans.push(...Array.from(steps, (step) => step.detail));
    }
    return plans;
  };

  const after = { at: 1, id: 'a' };

  it.each<readonly [string, string, (database: SqliteDatabase) => Promise<unknown>]>([
    [
      'images by tag',
      'owner=? AND tag=? AND (created_at,image_id)<(?,?)',
      (db) => new TypeOrmCatalogRepository(db).listByTag('alice', 'sea', { limit: 9, after }),
    ],
    ['blobs', 'blob_key>?', (db) => new TypeOrmCatalogRepository(db).listBlobs(9, 'a')],
    ['a file', 'address=?', (db) => new TypeOrmCatalogRepository(db).findFile('beach.jpg')],
    ['a blob', 'blob_key=?', (db) => new TypeOrmCatalogRepository(db).needsBlob('a')],
    ['spaces', '(created_at,id)>(?,?)', (db) => new TypeOrmSpaceRepository(db).list({}, { limit: 9, after })],
    [
      'spaces of others',
      '(created_at,id)>(?,?)',
      (db) => new TypeOrmSpaceRepository(db).list({ except: 'alice' }, { limit: 9, after }),
    ],
    ...['alice', 'alice bob', 'alice bob carol'].map(
      (owners) =>
        [
          `spaces of ${owners}`,
          'owner=? AND (created_at,id)>(?,?)',
          (db: SqliteDatabase) =>
            new TypeOrmSpaceRepository(db).list({ only: owners.split(' ') }, { limit: 9, after }),
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
    const plans = await plansOf(() => ask(database));
    const steps = plans.filter((step) => !/^(MERGE|LEFT|RIGHT)/.test(step));
    const joined = 'SEARCH image USING INDEX sqlite_autoindex_image_1 (id=?)';
    expect(steps).not.toEqual([]);
    for (const step of steps.filter((each) => each !== joined)) {
      expect(step).toMatch(/^SEARCH .* USING .*(INDEX|PRIMARY KEY)/);
      expect(step).toContain(` (${condition})`);
    }
  });

  it('finds the tags of a removed image through an index', async () => {
    const plans = await plansOf(() => reader.query('SELECT tag FROM image_tag WHERE image_id = ?', ['a']));
    expect(plans).toEqual(['SEARCH image_tag USING COVERING INDEX image_tag_by_image (image_id=?)']);
  });

  it('has the very columns that the entity schemas describe', async () => {
    const described = (metadata: EntityMetadata): Column[] =>
      metadata.columns.map(({ databaseName, type, isNullable, isPrimary }) => ({
        name: databaseName,
        type: String(type).toUpperCase(),
        notnull: isNullable ? 0 : 1,
        pk: isPrimary ? 1 : 0,
      }));
    expect(writer.entityMetadatas).toHaveLength(7);
    for (const metadata of writer.entityMetadatas) {
      const columns = await writer.query<readonly Column[]>('SELECT * FROM pragma_table_info(?)', [
        metadata.tableName,
      ]);
      const actual = Array.from(columns, ({ name, type, notnull, pk }) => ({
        ...{ name, type, notnull, pk: Math.min(pk, 1) },
      }));
      expect(actual).toEqual(described(metadata));
    }
  });

  it('is undone by its own way down', async () => {
    const other = await sqliteWriter(join(folder, 'down.db')).initialize();
    await migrateSqlite(other, 'down.db');
    await other.undoLastMigration();
    const tables = await other.query<readonly { readonly name: string }[]>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
    );
    expect(Array.from(tables, (table) => table.name)).toEqual(['migrations']);
    await other.destroy();
  });
});
