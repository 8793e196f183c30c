import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import pg from 'pg';
import { REPLACED } from './migrate.js';
import { openPostgres } from './postgres/open-postgres.js';
import type { PostgresDatabase } from './postgres/postgres-database.js';
import { NewerSchema, OlderSchema } from './unusable-database.js';
import { migrations } from './sqlite/migrations/migrations.js';
import { sqliteSource } from './sqlite/connection/sqlite-source.js';
import { openSqliteHere } from './sqlite/open-sqlite.js';
import type { SqliteDatabase } from './sqlite/connection/sqlite-database.js';

/** A place for one database. */
interface Place {
  /** The database in messages. */
  readonly name: string;
  /** The table with a row for the features of each space. */
  readonly contents: string;
  open(): Promise<SqliteDatabase | PostgresDatabase>;
  /** Changes the database as another program would. */
  run(statement: string): Promise<void>;
  leave(): Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-migrate-'));
  const file = join(folder, 'cairn.db');
  return {
    name: file,
    contents: 'space_content',
    open: () => openSqliteHere({ file }),
    run: async (statement) => {
      const source = await sqliteSource(file).initialize();
      await source.query(statement);
      await source.destroy();
    },
    leave: () => rm(folder, { recursive: true }),
  };
}

const server = everyStoreIsTested ? await openTestPostgres() : undefined;

async function onPostgres(): Promise<Place> {
  const url = (await server?.fresh()) ?? '';
  const { hostname, port, pathname } = new URL(url);
  return {
    name: `${pathname.slice(1)} at ${hostname}:${port}`,
    contents: 'feature_space',
    open: () => openPostgres({ url }),
    run: async (statement) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    leave: async () => undefined,
  };
}

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  ['SQLite', onSqlite],
  ...(server === undefined ? [] : ([[server.name, onPostgres]] as const)),
];

afterAll(async () => await server?.close());

describe.each(places)('the schema of an existing database on %s', (_, newPlace) => {
  let place: Place;
  const opened: (SqliteDatabase | PostgresDatabase)[] = [];

  const open = async (): Promise<SqliteDatabase | PostgresDatabase> => {
    const database = await place.open();
    opened.push(database);
    return database;
  };
  const column = async (select: string): Promise<readonly unknown[]> => {
    const database = await open();
    const rows = await database.read((manager) => manager.query<readonly object[]>(select));
    return rows.map((row: object): unknown => Object.values(row)[0]);
  };
  /** All with the same time, because the times do not matter. */
  const record = async (names: readonly string[]): Promise<void> => {
    const rows = names.map((name) => `(1795305600001, '${name}1795305600001')`);
    await place.run(`INSERT INTO migrations (timestamp, name) VALUES ${rows.join(', ')}`);
  };
  /** Undoes those behind the initial schema, and forgets it. */
  const undoMigrations = async (): Promise<void> => {
    const { contents } = place;
    const statements = [
      'ALTER TABLE installation DROP COLUMN restored_at',
      'ALTER TABLE user_invite DROP COLUMN account_id',
      'DROP TABLE audit_entry',
      'DROP TABLE held_content',
      `DROP INDEX ${contents}_left`,
      `ALTER TABLE ${contents} DROP COLUMN held`,
      `CREATE INDEX ${contents}_left ON ${contents} (key) WHERE space_id IS NULL`,
      'DROP TABLE byte_reservation',
      'ALTER TABLE catalog DROP COLUMN byte_quota',
      'ALTER TABLE catalog DROP COLUMN bytes',
      'DROP TABLE user_job',
      'DROP TABLE idempotency_claim',
      'DROP TABLE webhook_delivery',
      'DROP TABLE webhook_endpoint',
      'DROP TABLE trash_place',
      'DROP TABLE trash',
      'DROP INDEX image_not_public',
      'DROP TABLE folder_default',
      'ALTER TABLE image DROP COLUMN added_by',
      'ALTER TABLE user_invite DROP COLUMN granted',
      'DROP TABLE group_member',
      'DROP TABLE user_group',
      'DROP TABLE access_grant',
      'ALTER TABLE image DROP COLUMN visibility',
      'DROP TABLE share_link',
      'DROP TABLE album_image',
      'DROP TABLE album',
      'DELETE FROM migrations',
    ];
    for (const statement of statements) await place.run(statement);
  };
  const closeAll = async (): Promise<void> => {
    for (const database of opened.splice(0)) await database.close();
  };

  beforeEach(async () => {
    place = await newPlace();
    await open();
    await closeAll();
  });

  afterEach(async () => {
    await closeAll();
    await place.leave();
  });

  it('is taken as it is where the migrations before the initial schema have made it', async () => {
    await place.run(`INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`);
    await undoMigrations();
    await place.run(`INSERT INTO catalog (owner, image_count) VALUES ('a', 1)`);
    await place.run(`INSERT INTO image (id, owner, path, file_name, tags, blob_key, content_type, size_in_bytes,
        sha256, width, height, frames, orientation, created_at, updated_at)
      VALUES ('i', 'a', '', 'a.jpg', '[]', 'b', 'image/jpeg', 7, 'ab', 1, 1, 1, 1, 1, 1)`);
    await record(REPLACED);
    expect(await column('SELECT name FROM account')).toEqual(['Alice']);
    await closeAll();
    expect(await column('SELECT visibility FROM image')).toEqual(['public']);
    await closeAll();
    expect(await column('SELECT added_by FROM image')).toEqual([null]);
    await closeAll();
    expect(await column('SELECT bytes FROM catalog')).toEqual([7]);
    await closeAll();
    // Both databases have those of the same names.
    expect(await column('SELECT name FROM migrations ORDER BY id')).toEqual(
      migrations.map(({ name }) => name),
    );
  });

  it('is refused where some of those migrations are missing, which are named; nothing is changed', async () => {
    await undoMigrations();
    await record(REPLACED.slice(0, -2));
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OlderSchema);
    expect(refusal).toMatchObject({
      missing: ['FineRollups', 'FailedWork'],
      message: expect.stringContaining(`${place.name} is too old for this version`),
    });
    await record(REPLACED.slice(-2));
    await (await open()).check();
  });

  it('is refused where a newer version wrote it, whose migrations are named; nothing is changed', async () => {
    await record(['AddTiles']);
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerSchema);
    expect(refusal).toMatchObject({
      database: place.name,
      migrations: ['AddTiles1795305600001'],
      message: expect.stringContaining(`${place.name} was written by a newer version`),
    });
    await place.run(`DELETE FROM migrations WHERE name = 'AddTiles1795305600001'`);
    await (await open()).check();
  });
});
