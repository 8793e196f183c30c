import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/access/spi';
import {
  BlobStore,
  ByteQuotaRepository,
  CatalogRepository,
  FolderDefaultRepository,
  ImageProcessor,
} from '@cairn/images/spi';
import { Clock, IdGenerator } from '@cairn/kernel';
import { everyStore, type Environment, type OpenedStores } from '@cairn/services';
import { SpaceRepository } from '@cairn/spaces/spi';
import { accountsContract, imageCatalogContract, spaceRegistryContract, type Subject } from '@cairn/testkit';
import { afterEach, describe, it } from '@jest/globals';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from './adapters/store-urls.js';
import { createApplication, type Application } from './application.js';
import type { ApplicationSettings } from './settings/application-settings.js';

interface Opened {
  readonly folder: string;
  readonly stores: OpenedStores;
  readonly application: Application;
}

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
    blobs: blobSettings(address) ?? { kind: 'memory' },
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
    open: async () => await openOn(await environment.open(), await mkdtemp(join(tmpdir(), 'cairn-restart-'))),
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

/** The only rules of the use cases that memory cannot show: it runs all others, and each store the rules of its ports. */
const rule = 'acknowledged changes are there after a restart';

describe.each(everyStore)('$name', (environment) => {
  it(`the image catalog: ${rule}`, () =>
    imageCatalogContract[rule](
      inside(environment, (application) => ({
        catalog: application.get(CatalogRepository),
        byteQuotas: application.get(ByteQuotaRepository),
        folderDefaults: application.get(FolderDefaultRepository),
        blobs: application.get(BlobStore),
        processor: application.get(ImageProcessor),
        ...ambient(application),
      })),
    ));

  it(`the space registry: ${rule}`, () =>
    spaceRegistryContract[rule](
      inside(environment, (application) => ({
        spaces: application.get(SpaceRepository),
        ...ambient(application),
      })),
    ));

  it(`accounts: ${rule}`, () =>
    accountsContract[rule](
      inside(environment, (application) => ({
        accounts: application.get(AccountRepository),
        keys: application.get(ApiKeyRepository),
        digest: application.get(SecretDigest),
        ...ambient(application),
      })),
    ));
});
