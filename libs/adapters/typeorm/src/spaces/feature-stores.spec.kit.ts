import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FailedWorkRepository } from '@cairn/kernel';
import { everyStoreIsTested, openTestPostgres, type TestPostgres } from '@cairn/services';
import type { FeaturePorts, SpaceRepository } from '@cairn/spaces/spi';
import { TypeOrmFailedWorkRepository } from '../kernel/typeorm-failed-work-repository.js';
import { PostgresFeatureStore } from '../postgres/features/postgres-feature-store.js';
import { openPostgres } from '../postgres/open-postgres.js';
import { SqliteFeatureStore } from '../sqlite/features/sqlite-feature-store.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import { TypeOrmSpaceRepository } from './typeorm-space-repository.js';

/** A feature store on a fresh database whose tables can be read. */
export interface OpenedStore {
  readonly features: FeaturePorts;
  readonly spaces: SpaceRepository;
  readonly failures: FailedWorkRepository;
  /** The only column of a query, as text. */
  column(select: string): Promise<readonly string[]>;
  run(statement: string): Promise<void>;
  /** From now on the feature `stuck` cannot be deleted. */
  holdStuck(): Promise<void>;
  close(): Promise<void>;
}

const server = everyStoreIsTested ? await openTestPostgres() : undefined;

/** For `describe.each`: the name of each kind of tested database, and a function that opens one. */
export const databases: readonly (readonly [string, () => Promise<OpenedStore>])[] = [
  ['SQLite', openOnSqlite],
  ...(server === undefined ? [] : ([[server.name, () => openOnPostgres(server)]] as const)),
];

/** Drops the databases on a server. */
export const dropDatabases = async (): Promise<void> => await server?.close();

async function openOnSqlite(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-features-'));
  const database = await openSqliteHere({ file: join(folder, 'test.db') });
  const run = (statement: string): Promise<void> =>
    database.write(async (statements) => void (await statements.query(statement)));
  return {
    run,
    holdStuck: () =>
      run(`CREATE TRIGGER held BEFORE DELETE ON feature WHEN old.id = 'stuck'
        BEGIN SELECT RAISE(ABORT, 'it is held'); END`),
    failures: new TypeOrmFailedWorkRepository(database),
    features: new SqliteFeatureStore(database),
    spaces: new TypeOrmSpaceRepository(database),
    column: async (select) =>
      await database.readDirectly((reader) => reader.rows(select).all().flat().map(String)),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openOnPostgres(server: TestPostgres): Promise<OpenedStore> {
  const database = await openPostgres({ url: await server.fresh() });
  const run = (statement: string): Promise<void> =>
    database.write(async (connection) => void (await connection.query(statement)));
  return {
    run,
    holdStuck: async () => {
      await run(`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'it is held'; END $$`);
      await run(`CREATE TRIGGER held BEFORE DELETE ON feature FOR EACH ROW WHEN (old.id = 'stuck')
        EXECUTE FUNCTION held()`);
    },
    failures: new TypeOrmFailedWorkRepository(database),
    features: new PostgresFeatureStore(database),
    spaces: new TypeOrmSpaceRepository(database),
    column: async (select) =>
      (await database.read((connection) => connection.textRows(select))).map(([value]) => value ?? ''),
    close: () => database.close(),
  };
}
