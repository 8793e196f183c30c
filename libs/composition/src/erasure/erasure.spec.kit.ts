import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UploadImage, type Image } from '@cairn/images';
import { OutgoingHttpFailed } from '@cairn/kernel';
import type { Environment } from '@cairn/services';
import { CreateSpace, ownerCaller, WriteFeatures } from '@cairn/spaces';
import { fillForErasure, fixtures, until, type OwnerTracesPorts } from '@cairn/testkit';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from '../adapters/store-urls.js';
import { createApplication, type Application } from '../application.js';
import { Erasures } from './erase-owner.js';
import type { ErasureRecord } from './erasure.js';
import { databasePorts } from '../settings/database-ports.js';
import type { ApplicationSettings } from '../settings/application-settings.js';

/** Applications on the same stores, one after another. */
export interface Stores {
  readonly folder: string;
  open(given?: Partial<ApplicationSettings>): Promise<Application>;
  leave(): Promise<void>;
}

const request = async (): Promise<never> => {
  throw new OutgoingHttpFailed('address-not-allowed', 'Nobody is asked.');
};

export async function newStores(environment: Environment): Promise<Stores> {
  const [stores, folder] = [await environment.open(), await mkdtemp(join(tmpdir(), 'cairn-erasure-'))];
  const { CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs } = stores.env;
  const opened: Application[] = [];
  return {
    folder,
    open: async (given = {}) => {
      const application = await createApplication({
        database: parseDatabaseUrl(database ?? `sqlite:${join(folder, 'cairn.db')}`),
        blobs: blobSettings(parseBlobUrl(blobs ?? `file:${join(folder, 'blobs')}`)) ?? { kind: 'memory' },
        images: { kind: 'memory' },
        outgoing: { kind: 'custom', http: { request, check: () => undefined } },
        sweep: 'never',
        ...given,
      });
      opened.push(application);
      return application;
    },
    leave: async () => {
      for (const application of opened) await application.close();
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The ports of a database. */
export const portsOf = (application: Application): OwnerTracesPorts =>
  // The cast is safe: `databasePorts` has the port of each name.
  Object.fromEntries(
    Object.entries(databasePorts).map(([name, port]) => [name, application.get<unknown>(port)]),
  ) as unknown as OwnerTracesPorts;

export async function upload(application: Application, owner: string, name: string): Promise<Image> {
  return await application.get(UploadImage).execute({
    owner,
    bytes: (async function* () {
      yield fixtures.png.bytes;
    })(),
    details: async () => ({ name, path: owner }),
  });
}

const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;

/** Makes something of each kind for an owner, one image with its bytes, and a space with two features. */
export async function fill(application: Application, owner: string): Promise<Image> {
  await fillForErasure(portsOf(application), owner);
  const caller = ownerCaller({ owner });
  const { id } = await application.get(CreateSpace).execute(caller, { title: owner, description: '' });
  const features = ['a', 'b'].map((name) => ({
    text: JSON.stringify({ type: 'Feature', id: name, properties: { owner } }),
    rule,
  }));
  await application
    .get(WriteFeatures)
    .execute(caller, id, { features, onFailure: 'rollback', returning: 'ids' });
  return await upload(application, owner, `${owner}.png`);
}

export async function ended(application: Application, { id }: ErasureRecord): Promise<ErasureRecord> {
  const erasure = (): Promise<ErasureRecord> => application.get(Erasures).get(id);
  await until('the erasure ends', async () => (await erasure()).endedAt !== undefined);
  return await erasure();
}
