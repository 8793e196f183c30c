import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, it } from '@jest/globals';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import {
  accountOpeningContract,
  accountRepositoryContract,
  apiKeyRepositoryContract,
  catalogRepositoryContract,
  challengeRepositoryContract,
  galleryContract,
  identityRepositoryContract,
  installationRepositoryContract,
  inviteRepositoryContract,
  outboxContract,
  passkeyRepositoryContract,
  presetRepositoryContract,
  photoLinkRepositoryContract,
  sessionRepositoryContract,
  signingKeyRepositoryContract,
  spaceRepositoryContract,
  userRepositoryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import { openPostgres } from './open-postgres.js';
import type { RelationalStore } from './relational-store.js';
import type { Repositories } from './repositories.js';
import { openSqlite } from './sqlite/open-sqlite.js';

/** Creates databases of one kind. A place is a folder or an address. */
interface Engine {
  readonly name: string;
  newPlace(): Promise<string>;
  openIn(place: string): Promise<RelationalStore>;
  leave(place: string): Promise<void>;
}

const sqlite: Engine = {
  name: 'SQLite',
  newPlace: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-typeorm-'));
    await copyFile(join(migrated, 'cairn.db'), join(folder, 'cairn.db')); // creating the tables takes far longer
    return folder;
  },
  openIn: (folder) => openSqlite({ file: join(folder, 'cairn.db') }),
  leave: (folder) => rm(folder, { recursive: true, force: true }),
};

const migrated = await mkdtemp(join(tmpdir(), 'cairn-migrated-'));
await (await openSqlite({ file: join(migrated, 'cairn.db') })).close();
afterAll(() => rm(migrated, { recursive: true }));

/** One database for all rules, emptied between them: to create one and to drop it takes far longer. */
async function postgres(): Promise<Engine> {
  const server = await openTestPostgres();
  const url = await server.fresh();
  await (await openPostgres({ url })).close();
  afterAll(() => server.close());
  return {
    name: server.name,
    newPlace: async () => url,
    openIn: () => openPostgres({ url }),
    leave: () => server.empty(url),
  };
}

const engines = everyStoreIsTested ? [sqlite, await postgres()] : [sqlite];

interface Opened {
  readonly place: string;
  readonly store: RelationalStore;
}

function subjectsOf(engine: Engine) {
  const opened = new Map<object, Opened>();

  afterEach(async () => {
    for (const { store } of opened.values()) await store.close();
    for (const place of new Set(Array.from(opened.values(), ({ place }) => place))) await engine.leave(place);
    opened.clear();
  });

  return <T extends object>(choose: (repositories: Repositories) => T): Subject<T> => {
    const openAt = async (place: string): Promise<T> => {
      const store = await engine.openIn(place);
      const repository = choose(store.repositories);
      opened.set(repository, { place, store });
      return repository;
    };
    return {
      open: async () => openAt(await engine.newPlace()),
      reopen: async (repository) => {
        const before = opened.get(repository);
        if (before === undefined) throw new Error('reopen what open gave');
        await before.store.close();
        return await openAt(before.place);
      },
    };
  };
}

describe.each(engines)('on $name', (engine) => {
  const subject = subjectsOf(engine);

  describe('TypeOrmCatalogRepository', () =>
    verify({
      contract: catalogRepositoryContract,
      subject: subject(({ catalog }) => catalog),
      it,
    }));

  describe('TypeOrmCatalogRepository, as a gallery', () =>
    verify({
      contract: galleryContract,
      subject: subject(({ catalog }) => catalog),
      it,
    }));

  describe('TypeOrmInstallationRepository', () =>
    verify({
      contract: installationRepositoryContract,
      subject: subject(({ installations }) => installations),
      it,
    }));

  describe('TypeOrmPresetRepository', () =>
    verify({
      contract: presetRepositoryContract,
      subject: subject(({ presets }) => presets),
      it,
    }));

  describe('TypeOrmSigningKeyRepository', () =>
    verify({
      contract: signingKeyRepositoryContract,
      subject: subject(({ signingKeys }) => signingKeys),
      it,
    }));

  describe('TypeOrmPhotoLinkRepository', () =>
    verify({
      contract: photoLinkRepositoryContract,
      subject: subject(({ photoLinks: links, spaces }) => ({ links, spaces })),
      it,
    }));

  describe('TypeOrmSpaceRepository', () =>
    verify({
      contract: spaceRepositoryContract,
      subject: subject(({ spaces }) => spaces),
      it,
    }));

  describe('TypeOrmAccountRepository', () =>
    verify({
      contract: accountRepositoryContract,
      subject: subject(({ accounts }) => accounts),
      it,
    }));

  describe('TypeOrmAccountOpening', () =>
    verify({
      contract: accountOpeningContract,
      subject: subject(({ openings, accounts, catalog }) => ({ openings, accounts, catalog })),
      it,
    }));

  describe('TypeOrmOutbox', () =>
    verify({
      contract: outboxContract,
      subject: subject(({ outbox, catalog, spaces }) => ({ outbox, catalog, spaces })),
      it,
    }));

  describe('TypeOrmApiKeyRepository', () =>
    verify({
      contract: apiKeyRepositoryContract,
      subject: subject(({ keys }) => keys),
      it,
    }));

  const users = subject(({ users, sessions, invites, accounts, keys, identities, passkeys, challenges }) => ({
    ...{ users, sessions, invites, accounts, keys, identities, passkeys, challenges },
  }));

  describe('TypeOrmUserRepository', () => verify({ contract: userRepositoryContract, subject: users, it }));

  describe('TypeOrmSessionRepository', () =>
    verify({ contract: sessionRepositoryContract, subject: users, it }));

  describe('TypeOrmIdentityRepository', () =>
    verify({ contract: identityRepositoryContract, subject: users, it }));

  describe('TypeOrmPasskeyRepository', () =>
    verify({ contract: passkeyRepositoryContract, subject: users, it }));

  describe('TypeOrmChallengeRepository', () =>
    verify({ contract: challengeRepositoryContract, subject: users, it }));

  describe('TypeOrmInviteRepository', () =>
    verify({ contract: inviteRepositoryContract, subject: users, it }));
});
