import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Image, UploadImage } from '@cairn/images';
import type { Environment, OpenedStores } from '@cairn/services';
import { CreateSpace, ImportFeatures, ownerCaller } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from '../adapters/store-urls.js';
import { type Application, createApplication } from '../application.js';
import type { BackedUpStores } from './backups.js';

const caller = ownerCaller({ owner: 'alice' });

/** Stores to back up, and empty ones to restore into. */
export class BackupWorld {
  private readonly opened: OpenedStores[] = [];

  private constructor(
    private readonly environment: Environment,
    private readonly root: string,
  ) {}

  static async open(environment: Environment): Promise<BackupWorld> {
    return new BackupWorld(environment, await mkdtemp(join(tmpdir(), 'cairn-backups-')));
  }

  /** A folder that is not there yet. */
  folder(name: string): string {
    return join(this.root, name);
  }

  /** New, empty stores. */
  async stores(name: string): Promise<BackedUpStores> {
    const opened = await this.environment.open();
    this.opened.push(opened);
    const { CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs } = opened.env;
    const address = parseBlobUrl(blobs ?? `file:${this.folder(`${name}/blobs`)}`);
    const settings = blobSettings(address);
    if (settings === undefined) throw new Error('no blob store');
    return {
      database: parseDatabaseUrl(database ?? `sqlite:${this.folder(`${name}/cairn.db`)}`),
      blobs: settings,
    };
  }

  async close(): Promise<void> {
    for (const { close } of this.opened) await close();
    await rm(this.root, { recursive: true });
  }
}

export async function running(stores: BackedUpStores): Promise<Application> {
  return await createApplication({ ...stores, images: { kind: 'memory' }, sweep: 'never', trashDays: 0 });
}

export async function upload(application: Application, name: string, bytes: Uint8Array): Promise<Image> {
  return await application.get(UploadImage).execute({
    owner: 'alice',
    bytes: Readable.from([bytes]),
    details: async () => ({ name, path: 'trips/alps', tags: ['sea', name.slice(0, 2)] }),
  });
}

/** Two images of the same bytes and one of others. */
export async function uploadSome(application: Application): Promise<readonly Image[]> {
  return [
    await upload(application, 'one.png', fixtures.png.bytes),
    await upload(application, 'two.png', fixtures.png.bytes),
    await upload(application, 'three.jpg', fixtures.jpeg.bytes),
    await upload(application, 'four.gif', fixtures.gif.bytes),
  ];
}

/** A space with some points. Returns its identifier. */
export async function addSpace(application: Application, points = 50): Promise<string> {
  const { id } = await application.get(CreateSpace).execute(caller, { title: 'Places', description: '' });
  const features = Array.from({ length: points }, (_, index) => ({
    type: 'Feature',
    id: `p${index}`,
    geometry: { type: 'Point', coordinates: [(index % 17) * 9 - 70, (index % 11) * 7 - 40] },
    properties: { name: `Gipfel\t${index}\\`, height: index * 10 },
  }));
  await application.get(ImportFeatures).execute(caller, id, {
    bytes: Readable.from([Buffer.from(features.map((feature) => JSON.stringify(feature)).join('\n'))]),
    rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
  });
  return id;
}
