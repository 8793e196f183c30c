import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import type { Image } from '@cairn/images';
import { anImage } from '@cairn/testkit';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import type { PostgresDatabase } from '../postgres/postgres-database.js';
import { NewerSchema, OlderSchema } from '../unusable-database.js';
import { FORMER, FORMER_TABLE, LATER, MARKER } from './former-schema.js';
import { appliedMigrations, MIGRATION_TABLE, migrationNames } from './migrations.js';
import {
  onPostgres,
  onSqlite,
  photos,
  withoutGrantsOfMaps,
  younger,
  type Place,
} from './migrate.spec.kit.js';
import type { SqliteDatabase } from '../sqlite/connection/sqlite-database.js';

const server = everyStoreIsTested ? await openTestPostgres() : undefined;

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  ['SQLite', onSqlite],
  ...(server === undefined ? [] : ([[server.name, () => onPostgres(server)]] as const)),
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
    const database = opened[0] ?? (await open());
    const rows = await database.read((manager) => manager.query<readonly object[]>(select));
    return rows.map((row: object): unknown => Object.values(row)[0]);
  };
  const recorded = (table: string) => column(`SELECT name FROM ${table} ORDER BY id`);
  const record = (table: string, names: readonly string[]): Promise<void> => {
    const rows = names.map((name) => `(${name.slice(-13)}, '${name}')`);
    return place.run(`INSERT INTO ${table} (timestamp, name) VALUES ${rows.join(', ')}`);
  };
  /** Makes the database one of the build before. */
  const makeFormer = async (names = FORMER): Promise<void> => {
    for (const statement of [
      'ALTER TABLE installation DROP COLUMN restored_at',
      'ALTER TABLE user_invite DROP COLUMN account_id',
      'ALTER TABLE audit_entry DROP COLUMN times',
      ...younger,
      `DROP TABLE ${MIGRATION_TABLE}`,
      `DELETE FROM ${FORMER_TABLE}`,
    ])
      await place.run(statement);
    await record(FORMER_TABLE, names);
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

  it('is taken over from the build before, with what it holds, and completed', async () => {
    await makeFormer();
    for (const statement of [
      `INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`,
      `INSERT INTO installation (number, id) VALUES (1, 'here')`,
      `INSERT INTO audit_entry (at, id, account_id, principal, operation, status)
        VALUES (1, 'e', 'a', '{}', 'showAccount', 200)`,
      place.content,
    ])
      await place.run(statement);
    expect(await column('SELECT name FROM account')).toEqual(['Alice']);
    expect(await column('SELECT times FROM audit_entry')).toEqual([1]);
    expect(await column('SELECT restored_at FROM installation')).toEqual([null]);
    expect(await column('SELECT account_id FROM user_invite')).toEqual([]);
    expect(await column(`SELECT CAST(summary AS text) FROM ${place.contents}`)).toEqual([
      expect.stringMatching(/"longest": ?30000/),
    ]);
    expect(await recorded(MIGRATION_TABLE)).toEqual(migrationNames);
    expect(await recorded(FORMER_TABLE)).toEqual([MARKER]); // an older build does not know it, and says so
  });

  it('knows the hashes and sizes of what was uploaded before', async () => {
    const catalog = new SqlCatalogRepository(await open());
    const described = (name: string, removed: readonly string[]): Image => ({
      ...anImage({ file: { sizeInBytes: name.length } }),
      description: { uploadSha256: name, removed, camera: { model: '"uploadSha256":"' } },
    });
    const [cut, whole] = ['a'.repeat(64), 'b'.repeat(64)];
    const images = [described(cut, ['exif']), described(whole, []), anImage({ file: { sizeInBytes: 7 } })];
    const removed = images.map((image) => ({ ...image, ...anImage(), description: image.description }));
    for (const image of [...images, ...removed]) await catalog.add(image, 9);
    const disposal = { deletion: 'd', deletedAt: 1, expiresAt: 2, countsBytes: true };
    await catalog.removeAll(
      'alice',
      removed.map(({ id }) => id),
      disposal,
    );
    const hashes = [cut, whole, ...[...images, ...removed].map(({ file }) => file.sha256)];
    const sizes = [1, 7, 64, 12_345];
    const expected = await catalog.knownFiles('alice', hashes);
    expect(expected).toHaveLength(10);
    await closeAll();
    await makeFormer();
    const migrated = new SqlCatalogRepository(await open());
    expect(await migrated.knownFiles('alice', hashes)).toEqual(expected);
    expect(await migrated.knownSizes('alice', sizes)).toEqual(sizes); // those of cut ones are not known
    await migrated.remove('alice', images[0]?.id ?? '');
    await opened[0]?.write((manager) => manager.sql`DELETE FROM trash WHERE id = ${removed[0]?.id}`);
    expect(await migrated.knownSizes('alice', sizes)).toEqual([7, 64, 12_345]);
  });

  it('is taken over from builds between that one and this', async () => {
    await makeFormer();
    await place.run('ALTER TABLE audit_entry ADD COLUMN times INTEGER NOT NULL DEFAULT 1');
    await record(FORMER_TABLE, [...LATER.keys()].slice(-1));
    expect(await recorded(MIGRATION_TABLE)).toEqual(migrationNames);
  });

  it('is refused where it is older, with what it lacks; nothing is changed', async () => {
    await makeFormer(FORMER.slice(0, -2));
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OlderSchema);
    expect(refusal).toMatchObject({
      missing: FORMER.slice(-2),
      message: expect.stringContaining(`${place.name} is too old for this version`),
    });
    await record(FORMER_TABLE, FORMER.slice(-2));
    await (await open()).check();
  });

  it.each([FORMER_TABLE, MIGRATION_TABLE])(
    'is refused where a newer version wrote it, whose migrations are named; nothing is changed: %s',
    async (table) => {
      if (table === FORMER_TABLE) await makeFormer();
      const later = 'AddTiles2795305600001';
      await record(table, [later]);
      const refusal = await open().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(NewerSchema);
      expect(refusal).toMatchObject({
        database: place.name,
        migrations: [later],
        message: expect.stringContaining(`${place.name} was written by a newer version`),
      });
      await place.run(`DELETE FROM ${table} WHERE name = '${later}'`);
      await (await open()).check();
    },
  );

  it('fills what later migrations add to images with what a new image would have', async () => {
    const everything = async (): Promise<unknown> => {
      const database = await open();
      const read = (text: string) => database.read((manager) => manager.query<readonly object[]>(text));
      const images = await read('SELECT * FROM image ORDER BY id');
      const counts = await read(
        `SELECT owner, kind, name, parent, folded, count, CAST(ratios AS double precision) AS ratios
          FROM image_count ORDER BY owner, kind, name`,
      );
      await closeAll();
      return [images, counts].map((rows) => rows.map((row) => ({ ...row })));
    };
    const catalog = new SqlCatalogRepository(await open());
    for (const image of photos) await catalog.add(image, 100);
    await closeAll();
    const expected = await everything();
    for (const statement of [
      ...younger,
      `DELETE FROM ${MIGRATION_TABLE} WHERE name <> '${migrationNames[0] ?? ''}'`,
    ])
      await place.run(statement);
    expect(await everything()).toEqual(expected);
    expect(await recorded(MIGRATION_TABLE)).toEqual(migrationNames);
  });

  it('lets more be granted than before, and keeps what was granted', async () => {
    const grant = (type: string): string => `INSERT INTO access_grant
      (id, account_id, resource_type, resource_id, grantee, role, created_at)
      VALUES ('${type}', 'a', '${type}', 'x', 'user:u', 'viewer', 1)`;
    for (const statement of [grant('space'), ...withoutGrantsOfMaps(place.language)])
      await place.run(statement);
    await expect(place.run(grant('map'))).rejects.toThrow(/constraint/i);
    for (const statement of [
      ...younger,
      `DELETE FROM ${MIGRATION_TABLE} WHERE name <> '${migrationNames[0] ?? ''}'`,
    ])
      await place.run(statement);
    expect(await column('SELECT id FROM access_grant')).toEqual(['space']);
    await closeAll();
    await place.run(grant('map'));
    await expect(place.run(grant('key'))).rejects.toThrow(/constraint/i);
  });

  it('leaves the migrations of another program alone, which has a table of that name', async () => {
    const other = await newPlace();
    await other.run(`CREATE TABLE ${FORMER_TABLE} (id INTEGER PRIMARY KEY, timestamp BIGINT, name TEXT)`);
    await other.run(`INSERT INTO ${FORMER_TABLE} VALUES (1, 1, 'Shop1')`);
    const database = await other.open();
    opened.push(database);
    expect(
      await database.read((manager) => appliedMigrations((text) => manager.query(text), FORMER_TABLE)),
    ).toEqual(['Shop1']);
    await closeAll();
    await other.leave();
  });
});
