import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from '@jest/globals';
import {
  accountRepositoryContract,
  apiKeyRepositoryContract,
  catalogRepositoryContract,
  spaceRepositoryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import { openSqlite } from './sqlite/open-sqlite.js';
import type { SqliteDatabase } from './sqlite/sqlite-database.js';
import { TypeOrmAccountRepository } from './typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from './typeorm-api-key-repository.js';
import { TypeOrmCatalogRepository } from './typeorm-catalog-repository.js';
import { TypeOrmSpaceRepository } from './typeorm-space-repository.js';

interface Opened {
  readonly folder: string;
  readonly database: SqliteDatabase;
}

const opened = new Map<object, Opened>();

function inFile<T extends object>(make: (database: SqliteDatabase) => T): Subject<T> {
  async function openIn(folder: string): Promise<T> {
    const database = await openSqlite({ file: join(folder, 'cairn.db') });
    const repository = make(database);
    opened.set(repository, { folder, database });
    return repository;
  }
  return {
    open: async () => openIn(await mkdtemp(join(tmpdir(), 'cairn-typeorm-'))),
    reopen: async (repository) => {
      const before = opened.get(repository);
      if (before === undefined) throw new Error('reopen what open gave');
      await before.database.close();
      return await openIn(before.folder);
    },
  };
}

afterEach(async () => {
  for (const { database, folder } of opened.values()) {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
  opened.clear();
});

describe('TypeOrmCatalogRepository on SQLite', () =>
  verify({
    contract: catalogRepositoryContract,
    subject: inFile((database) => new TypeOrmCatalogRepository(database)),
    it,
  }));

describe('TypeOrmSpaceRepository on SQLite', () =>
  verify({
    contract: spaceRepositoryContract,
    subject: inFile((database) => new TypeOrmSpaceRepository(database)),
    it,
  }));

describe('TypeOrmAccountRepository on SQLite', () =>
  verify({
    contract: accountRepositoryContract,
    subject: inFile((database) => new TypeOrmAccountRepository(database)),
    it,
  }));

describe('TypeOrmApiKeyRepository on SQLite', () =>
  verify({
    contract: apiKeyRepositoryContract,
    subject: inFile((database) => new TypeOrmApiKeyRepository(database)),
    it,
  }));
