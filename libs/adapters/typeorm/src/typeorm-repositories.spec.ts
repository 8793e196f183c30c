import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import {
  accountOpeningContract,
  accountRepositoryContract,
  albumRepositoryContract,
  apiKeyRepositoryContract,
  auditTrailContract,
  byteQuotaRepositoryContract,
  catalogRepositoryContract,
  challengeRepositoryContract,
  failedWorkRepositoryContract,
  galleryContract,
  grantRepositoryContract,
  groupRepositoryContract,
  idempotencyRepositoryContract,
  identityRepositoryContract,
  installationRepositoryContract,
  inviteRepositoryContract,
  linkRepositoryContract,
  outboxContract,
  passkeyRepositoryContract,
  folderDefaultRepositoryContract,
  presetRepositoryContract,
  photoLinkRepositoryContract,
  sessionRepositoryContract,
  signingKeyRepositoryContract,
  spaceRepositoryContract,
  trashContract,
  spaceTrashContract,
  userJobRepositoryContract,
  userRepositoryContract,
  verify,
  webhookDeliveryRepositoryContract,
  webhookEndpointRepositoryContract,
  type Subject,
} from '@cairn/testkit';
import Sqlite from 'better-sqlite3';
import { openPostgres } from './open-postgres.js';
import type { RelationalStore, Repositories } from './repositories.js';
import { openSqlite } from './sqlite/open-sqlite.js';

/** Creates databases of one kind. A place is a folder or an address. */
interface Engine {
  readonly name: string;
  newPlace(): Promise<string>;
  openIn(place: string): Promise<RelationalStore>;
  /** Removes all rows. */
  empty(place: string): Promise<void>;
  leave(place: string): Promise<void>;
}

const sqlite: Engine = {
  name: 'SQLite',
  newPlace: () => mkdtemp(join(tmpdir(), 'cairn-typeorm-')),
  openIn: (folder) => openSqlite({ file: join(folder, 'cairn.db') }),
  empty: async (folder) => {
    const file = new Sqlite(join(folder, 'cairn.db'));
    const names = file
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .pluck()
      .all();
    const kept = /^(migrations$|sqlite_)|_(rowid|node|parent|config|content|data|docsize|idx)$/; // of virtual tables
    file.pragma('foreign_keys = off');
    for (const name of names.filter((each) => !kept.test(each))) file.exec(`DELETE FROM "${name}"`);
    file.close();
  },
  leave: (folder) => rm(folder, { recursive: true, force: true }),
};

async function postgres(): Promise<Engine> {
  const server = await openTestPostgres();
  afterAll(() => server.close());
  return {
    name: server.name,
    newPlace: () => server.fresh(),
    openIn: (url) => openPostgres({ url }),
    empty: (url) => server.empty(url),
    leave: async () => undefined,
  };
}

const engines = everyStoreIsTested ? [sqlite, await postgres()] : [sqlite];

/** Rules share one database, emptied before each, because creating one takes far longer than most rules. */
function subjectsOf(engine: Engine) {
  let place: string | undefined;
  let store: RelationalStore | undefined;

  const openStore = async (): Promise<Repositories> => {
    place ??= await engine.newPlace();
    store ??= await engine.openIn(place);
    return store.repositories;
  };
  const closeStore = async (): Promise<void> => {
    await store?.close();
    store = undefined;
  };

  afterAll(async () => {
    await closeStore();
    if (place !== undefined) await engine.leave(place);
  });

  return <T extends object>(choose: (repositories: Repositories) => T): Subject<T> => ({
    open: async () => {
      const repositories = await openStore();
      await engine.empty(place ?? '');
      await repositories.challenges.take('none'); // a write, which clears the caches
      return choose(repositories);
    },
    reopen: async () => {
      await closeStore();
      return choose(await openStore());
    },
  });
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

  describe('TypeOrmByteQuotaRepository', () =>
    verify({
      contract: byteQuotaRepositoryContract,
      subject: subject(({ byteQuotas, catalog }) => ({ byteQuotas, catalog })),
      it,
    }));

  describe('TypeOrmAlbumRepository', () =>
    verify({
      contract: albumRepositoryContract,
      subject: subject(({ albums, catalog, outbox }) => ({ albums, catalog, outbox })),
      it,
    }));

  describe('TypeOrmTrash', () =>
    verify({ contract: trashContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmGrantRepository', () =>
    verify({ contract: grantRepositoryContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmGroupRepository', () =>
    verify({ contract: groupRepositoryContract, subject: subject(({ groups }) => groups), it }));

  describe('TypeOrmLinkRepository', () =>
    verify({ contract: linkRepositoryContract, subject: subject(({ links }) => links), it }));

  describe('TypeOrmWebhookEndpointRepository', () =>
    verify({
      contract: webhookEndpointRepositoryContract,
      subject: subject(({ webhookEndpoints }) => webhookEndpoints),
      it,
    }));

  describe('TypeOrmWebhookDeliveryRepository', () =>
    verify({
      contract: webhookDeliveryRepositoryContract,
      subject: subject(({ webhookDeliveries: deliveries, webhookEndpoints: endpoints }) => ({
        deliveries,
        endpoints,
      })),
      it,
    }));

  describe('TypeOrmFolderDefaultRepository', () =>
    verify({
      contract: folderDefaultRepositoryContract,
      subject: subject(({ folderDefaults }) => folderDefaults),
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

  describe('TypeOrmFeatureTrash', () =>
    verify({
      contract: spaceTrashContract,
      subject: subject(({ spaces, features, featureTrash: held, trash, photoLinks: links, outbox }) => ({
        spaces,
        features,
        held,
        trash,
        links,
        outbox,
      })),
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

  describe('TypeOrmUserJobRepository', () =>
    verify({
      contract: userJobRepositoryContract,
      subject: subject(({ userJobs, outbox }) => ({ userJobs, outbox })),
      it,
    }));

  describe('TypeOrmFailedWorkRepository', () =>
    verify({
      contract: failedWorkRepositoryContract,
      subject: subject(({ failedWork }) => failedWork),
      it,
    }));

  describe('TypeOrmIdempotencyRepository', () =>
    verify({
      contract: idempotencyRepositoryContract,
      subject: subject(({ idempotency }) => idempotency),
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

  describe('TypeOrmAuditTrail', () =>
    verify({ contract: auditTrailContract, subject: subject(({ audit }) => audit), it }));

  const users = subject((repositories) => repositories);

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
