import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/access';
import { BlobStore, CatalogRepository, ImageProcessor } from '@cairn/images';
import { Clock, IdGenerator } from '@cairn/kernel';
import { everyStore, openTestPostgres, orSkip, type Environment, type OpenedStores } from '@cairn/services';
import { SpaceRepository } from '@cairn/spaces';
import {
  accountsContract,
  imageCatalogContract,
  spaceRegistryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import { afterAll, afterEach, describe, it } from '@jest/globals';
import { openDatabase } from './adapters/open-database.js';
import { createApplication, type Application } from './application.js';
import type { ApplicationSettings } from './settings.js';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from './adapters/store-urls.js';

interface Opened {
  readonly folder: string;
  readonly stores: OpenedStores;
  readonly application: Application;
}

// Every test on a server has a copy of this database: creating the tables takes far longer.
const server = await openTestPostgres();
const template = server.concurrent ? await server.fresh() : undefined;
if (template !== undefined) {
  const { part } = await openDatabase(parseDatabaseUrl(template));
  await part.close();
}
afterAll(() => server.close());

const opened = new Map<object, Opened>();

afterEach(async () => {
  const all = [...opened.values()];
  opened.clear();
  for (const { application } of all) await application.close();
  for (const stores of new Set(all.map((each) => each.stores))) await stores.close();
  for (const { folder } of all) await rm(folder, { recursive: true, force: true });
});

function settingsOf({ env }: OpenedStores, folder: string): ApplicationSettings {
  const { CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs } = env;
  const address = parseBlobUrl(blobs ?? `file:${join(folder, 'blobs')}`);
  return {
    database: parseDatabaseUrl(database ?? `sqlite:${join(folder, 'cairn.db')}`),
    blobs: blobSettings(address, { accessKey: '', secretKey: '' }) ?? { kind: 'memory' },
    sweep: 'never',
  };
}

/** The ports of an application. Reopening starts another application on the same stores. */
function inside<T extends object>(
  environment: Environment,
  ports: (application: Application) => T,
): Subject<T> {
  async function openOn(stores: OpenedStores, folder: string): Promise<T> {
    const application = await createApplication(settingsOf(stores, folder));
    const subject = ports(application);
    opened.set(subject, { folder, stores, application });
    return subject;
  }
  return {
    open: async () =>
      await openOn(await environment.open(template), await mkdtemp(join(tmpdir(), 'cairn-behaviour-'))),
    reopen: async (subject) => {
      const before = opened.get(subject);
      if (before === undefined) throw new Error('reopen what open gave');
      await before.application.close();
      return await openOn(before.stores, before.folder);
    },
  };
}

const ambient = (application: Application) => ({
  clock: application.get(Clock),
  ids: application.get(IdGenerator),
});

for (const environment of everyStore) {
  const { name, missing } = environment;
  const waivers =
    name === 'memory' ? { 'acknowledged changes are there after a restart': 'memory is not durable' } : {};
  orSkip(
    describe,
    name,
    missing,
  )(name, () => {
    describe('the image catalog', () =>
      verify({
        contract: imageCatalogContract,
        subject: inside(environment, (application) => ({
          catalog: application.get(CatalogRepository),
          blobs: application.get(BlobStore),
          processor: application.get(ImageProcessor),
          ...ambient(application),
        })),
        it,
        waivers,
      }));

    describe('the space registry', () =>
      verify({
        contract: spaceRegistryContract,
        subject: inside(environment, (application) => ({
          spaces: application.get(SpaceRepository),
          ...ambient(application),
        })),
        it,
        waivers,
      }));

    describe('accounts', () =>
      verify({
        contract: accountsContract,
        subject: inside(environment, (application) => ({
          accounts: application.get(AccountRepository),
          keys: application.get(ApiKeyRepository),
          digest: application.get(SecretDigest),
          ...ambient(application),
        })),
        it,
        waivers,
      }));
  });
}
