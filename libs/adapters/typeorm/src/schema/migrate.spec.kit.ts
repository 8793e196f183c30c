import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { openTestPostgres } from '@cairn/services';
import pg from 'pg';
import { openPostgres } from '../postgres/open-postgres.js';
import type { PostgresDatabase } from '../postgres/postgres-database.js';
import { sqliteSource } from '../sqlite/connection/sqlite-source.js';
import type { SqliteDatabase } from '../sqlite/connection/sqlite-database.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import { postgresLanguage } from './postgres-schema.js';
import { sqliteLanguage } from './sqlite-schema.js';
import { anImage } from '@cairn/testkit';
import { columnName, type AnyTable } from '../sql/table.js';
import { GrantSchema } from '../access/grant-schema.js';
import { MAPS } from '../maps/map-schema.js';
import { statementsOf, type TableLanguage } from '../sql/create-table.js';
import { oneOf } from '../sql/table.js';
import { OutboxEventSchema } from '../kernel/outbox-schema.js';
import { tables } from './tables.js';

/** All tables that are described; those of events are made in another way. */
export const describedTables: readonly AnyTable[] = [...(tables as readonly AnyTable[]), OutboxEventSchema];

/** Removes what is younger than the initial schema. */
export const younger = [
  `DELETE FROM image_count WHERE kind IN ('day', 'camera')`,
  ...describedTables.flatMap((table) => {
    if (table.since !== undefined) return [`DROP TABLE ${table.name}`];
    const indexes = Object.entries(table.indexes).filter(([, index]) => typeof index !== 'string');
    const columns = Object.entries(table.columns).filter(([, { since }]) => since !== undefined);
    return [
      ...indexes.map(([name]) => `DROP INDEX ${name}`),
      ...columns.map(([property]) => `ALTER TABLE ${table.name} DROP COLUMN ${columnName(table, property)}`),
    ];
  }),
];

/** Takes back that maps can be granted. */
export const withoutGrantsOfMaps = (language: TableLanguage): readonly string[] => {
  const resourceType = { ...oneOf('account', 'folder', 'album', 'image', 'space'), widened: MAPS };
  return statementsOf({ ...GrantSchema, columns: { ...GrantSchema.columns, resourceType } }, language, MAPS);
};

/** Images whose derived columns are filled in all ways. */
export const photos = [
  {},
  { capturedAt: '2024-07-01T23:30:15.5+02:00', position: { longitude: -0.1234567, latitude: -51.5 } },
  { capturedAt: '1969-12-31T23:59:59', position: { longitude: 180, latitude: 90 } },
  { capturedAt: '0099-01-02T03:04:05', position: { longitude: -180, latitude: -90 } },
  { camera: { make: 'Canon', model: 'Canon EOS R5' }, position: { longitude: 8.55, latitude: 47.3833333 } },
  { camera: { make: 'FUJIFILM', model: 'X100V' } },
  { camera: { make: 'Leica' } },
  { camera: { model: 'X100V' } },
  { keyId: '\0\ud83d', camera: { model: String.raw`\u0000 \ud83d "\n\u0001` } },
].map((facts, index) =>
  anImage({
    description: { uploadSha256: 'ab'.repeat(32), removed: [], ...facts },
    file: { width: 1 + 37 * index, height: 6 * index + 1, orientation: 1 + index },
  }),
);

/** A place for one database. */
export interface Place {
  /** The database in messages. */
  readonly name: string;
  /** The table with a row for the features of each space. */
  readonly contents: string;
  /** Inserts a row into it. */
  readonly content: string;
  readonly language: TableLanguage;
  open(): Promise<SqliteDatabase | PostgresDatabase>;
  /** Changes the database as another program would. */
  run(statement: string): Promise<void>;
  leave(): Promise<void>;
}

export async function onSqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-migrate-'));
  const file = join(folder, 'cairn.db');
  return {
    name: file,
    contents: 'space_content',
    language: sqliteLanguage,
    content: `INSERT INTO space_content (version, total, bounds_exact, summary) VALUES (1, 0, 1, '{}')`,
    open: () => openSqliteHere({ file }),
    run: async (statement) => {
      const source = await sqliteSource(file).initialize();
      await source.query(statement).finally(() => source.destroy());
    },
    leave: () => rm(folder, { recursive: true }),
  };
}

export async function onPostgres(
  server: Pick<Awaited<ReturnType<typeof openTestPostgres>>, 'fresh'>,
): Promise<Place> {
  const url = await server.fresh();
  const { hostname, port, pathname } = new URL(url);
  return {
    name: `${pathname.slice(1)} at ${hostname}:${port}`,
    contents: 'feature_space',
    language: postgresLanguage,
    content: `INSERT INTO feature_space (summary) VALUES ('{}')`,
    open: () => openPostgres({ url }),
    run: async (statement) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    leave: async () => undefined,
  };
}
