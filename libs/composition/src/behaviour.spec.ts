import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/accounts';
import { BlobStore, CatalogRepository, ImageProcessor } from '@cairn/images';
import { Clock, IdGenerator } from '@cairn/kernel';
import { SpaceRepository } from '@cairn/spaces';
import {
  accountsContract,
  imageCatalogContract,
  spaceRegistryContract,
  verify,
  type Subject,
} from '@cairn/testkit';
import { afterEach, describe, it } from '@jest/globals';
import { createApplication, type Application } from './application.js';

interface Opened {
  readonly folder: string;
  readonly application: Application;
}

const opened = new Map<object, Opened>();

afterEach(async () => {
  for (const { application, folder } of opened.values()) {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  }
  opened.clear();
});

/** Ports of an application on SQLite and disk; to reopen them is to start another one in the same folder. */
function onDisk<T extends object>(ports: (application: Application) => T): Subject<T> {
  async function openIn(folder: string): Promise<T> {
    const application = await createApplication({
      database: { kind: 'sqlite', file: join(folder, 'cairn.db') },
      blobs: { kind: 'fs', directory: join(folder, 'blobs') },
      sweep: 'never',
    });
    const subject = ports(application);
    opened.set(subject, { folder, application });
    return subject;
  }
  return {
    open: async () => await openIn(await mkdtemp(join(tmpdir(), 'cairn-behaviour-'))),
    reopen: async (subject) => {
      const before = opened.get(subject);
      if (before === undefined) throw new Error('reopen what open gave');
      await before.application.close();
      return await openIn(before.folder);
    },
  };
}

const ambient = (application: Application) => ({
  clock: application.get(Clock),
  ids: application.get(IdGenerator),
});

describe('the image catalog on SQLite and disk', () =>
  verify({
    contract: imageCatalogContract,
    subject: onDisk((application) => ({
      catalog: application.get(CatalogRepository),
      blobs: application.get(BlobStore),
      processor: application.get(ImageProcessor),
      ...ambient(application),
    })),
    it,
  }));

describe('the space registry on SQLite', () =>
  verify({
    contract: spaceRegistryContract,
    subject: onDisk((application) => ({ spaces: application.get(SpaceRepository), ...ambient(application) })),
    it,
  }));

describe('accounts on SQLite', () =>
  verify({
    contract: accountsContract,
    subject: onDisk((application) => ({
      accounts: application.get(AccountRepository),
      keys: application.get(ApiKeyRepository),
      digest: application.get(SecretDigest),
      ...ambient(application),
    })),
    it,
  }));
