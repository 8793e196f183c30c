import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import {
  accountRepositoryContract,
  apiKeyRepositoryContract,
  catalogRepositoryContract,
  spaceRepositoryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import pg from 'pg';
import type { Database } from './database.js';
import { openPostgres } from './postgres/open-postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import { TypeOrmAccountRepository } from './typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from './typeorm-api-key-repository.js';
import { TypeOrmCatalogRepository } from './typeorm-catalog-repository.js';
import { TypeOrmSpaceRepository } from './typeorm-space-repository.js';

type Closable = Database & { close(): Promise<void> };

/** Where databases of one kind come from; a place is a folder or an address. */
interface Engine {
  readonly name: string;
  newPlace(): Promise<string>;
  openIn(place: string): Promise<Closable>;
  leave(place: string): Promise<void>;
}

const sqlite: Engine = {
  name: 'SQLite',
  newPlace: () => mkdtemp(join(tmpdir(), 'cairn-typeorm-')),
  openIn: (folder) => openSqlite({ file: join(folder, 'cairn.db') }),
  leave: (folder) => rm(folder, { recursive: true, force: true }),
};

const server = await openTestPostgres();
const emptied: string[] = []; // to make a database, and to drop it, takes far longer than to empty it

const postgres: Engine = {
  name: server.name,
  newPlace: async () => emptied.pop() ?? (await server.fresh()),
  openIn: (url) => openPostgres({ url }),
  leave: async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.end();
    emptied.push(url);
  },
};

afterAll(() => server.close());

interface Opened {
  readonly place: string;
  readonly database: Closable;
}

function subjectsOf(engine: Engine) {
  const opened = new Map<object, Opened>();

  afterEach(async () => {
    for (const { database } of opened.values()) await database.close();
    for (const place of new Set(Array.from(opened.values(), ({ place }) => place))) await engine.leave(place);
    opened.clear();
  });

  return <T extends object>(make: (database: Database) => T): Subject<T> => {
    const openAt = async (place: string): Promise<T> => {
      const database = await engine.openIn(place);
      const repository = make(database);
      opened.set(repository, { place, database });
      return repository;
    };
    return {
      open: async () => openAt(await engine.newPlace()),
      reopen: async (repository) => {
        const before = opened.get(repository);
        if (before === undefined) throw new Error('reopen what open gave');
        await before.database.close();
        return await openAt(before.place);
      },
    };
  };
}

describe.each([sqlite, postgres])('on $name', (engine) => {
  const subject = subjectsOf(engine);

  describe('TypeOrmCatalogRepository', () =>
    verify({
      contract: catalogRepositoryContract,
      subject: subject((database) => new TypeOrmCatalogRepository(database)),
      it,
    }));

  describe('TypeOrmSpaceRepository', () =>
    verify({
      contract: spaceRepositoryContract,
      subject: subject((database) => new TypeOrmSpaceRepository(database)),
      it,
    }));

  describe('TypeOrmAccountRepository', () =>
    verify({
      contract: accountRepositoryContract,
      subject: subject((database) => new TypeOrmAccountRepository(database)),
      it,
    }));

  describe('TypeOrmApiKeyRepository', () =>
    verify({
      contract: apiKeyRepositoryContract,
      subject: subject((database) => new TypeOrmApiKeyRepository(database)),
      it,
    }));
});
