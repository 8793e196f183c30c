import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdoptStore,
  OpenInstallation,
  StoreMismatch,
  SurveyStores,
  type InstallationPorts,
} from '@cairn/images';
import { aBlob, anImage } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from '../images/memory-catalog-repository.js';
import { MemoryInstallationRepository } from './memory-installation-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const ids = new SequenceIdGenerator();

type Database = Pick<InstallationPorts, 'catalog' | 'installations'>;

const aDatabase = (): Database => ({
  catalog: new MemoryCatalogRepository(),
  installations: new MemoryInstallationRepository(),
});
const aStore = (): MemoryBlobStore => new MemoryBlobStore(new ManualClock());

let database: Database;
let blobs: MemoryBlobStore;

beforeEach(() => {
  database = aDatabase();
  blobs = aStore();
});

const open = (ports: Database, store: MemoryBlobStore): Promise<string> =>
  new OpenInstallation({ ...ports, blobs: store, ids }).execute();

async function add(ports: Database, store: MemoryBlobStore | undefined): Promise<string> {
  const image = anImage();
  const key = image.file.blobKey;
  const staged = await store?.stage(nothing(), 0);
  await staged?.commit(aBlob(key));
  await ports.catalog.add(image, Infinity);
  return key;
}

describe('a database and a blob store', () => {
  it('that are empty become one installation, and stay it', async () => {
    const id = await open(database, blobs);
    await add(database, blobs);
    expect(await open(database, blobs)).toBe(id);
  });

  it('that many nodes open at once become one installation', async () => {
    const given = await Promise.all(Array.from({ length: 10 }, () => open(database, blobs)));
    expect(new Set(given)).toEqual(new Set([await database.installations.find()]));
  });

  it('of a first start that was cut off before the store was marked become one installation', async () => {
    await database.installations.claim('claimed');
    expect(await open(database, blobs)).toBe('claimed');
    expect(await open(database, blobs)).toBe('claimed');
  });

  it('of different installations are refused', async () => {
    const other = aStore();
    await open(database, blobs);
    await open(aDatabase(), other);
    await expect(open(database, other)).rejects.toBeInstanceOf(StoreMismatch);
  });

  it('are refused where the store has an installation and the database has none', async () => {
    const id = await open(database, blobs);
    await add(database, blobs);
    const facts = { database: { installation: undefined, images: 0 }, store: { installation: id, blobs: 1 } };
    await expect(open(aDatabase(), blobs)).rejects.toMatchObject({ facts });
  });

  it('are refused where the store is empty and the database has images', async () => {
    await open(database, blobs);
    await add(database, blobs);
    const facts = { database: { images: 1 }, store: { installation: undefined, blobs: 0 } };
    await expect(open(database, aStore())).rejects.toMatchObject({ facts });
  });

  it('are refused where the store has blobs in any area and the database is empty', async () => {
    await add(aDatabase(), blobs);
    await expect(open(database, blobs)).rejects.toBeInstanceOf(StoreMismatch);
    const [blob] = await blobs.area('originals').list(1, undefined);
    await blobs.move(blob?.key ?? '', { from: 'originals', to: 'quarantine' });
    await expect(open(database, blobs)).rejects.toMatchObject({ facts: { store: { quarantined: 1 } } });
  });

  it('from before there were installations become one where half of a sample of blobs is there', async () => {
    for (let count = 0; count < 10; count += 1) {
      await add(database, blobs);
      await add(database, undefined);
    }
    expect(await open(database, blobs)).toBe(await database.installations.find());
  });

  it('from before there were installations are refused where the blobs are others, and nothing changes', async () => {
    for (let count = 0; count < 10; count += 1) await add(database, undefined);
    for (let count = 0; count < 10; count += 1) await add(aDatabase(), blobs);
    await expect(open(database, blobs)).rejects.toBeInstanceOf(StoreMismatch);
    expect([await database.installations.find(), await blobs.marker.find()]).toEqual([undefined, undefined]);
  });

  it('are refused where the marker cannot be read', async () => {
    await open(database, blobs);
    await blobs.marker.replace('{"format":2,"place":"elsewhere"}');
    await expect(open(database, blobs)).rejects.toThrow('{"format":2,"place":"elsewhere"}');
  });

  it('belong together when the database adopted the store, and are counted before', async () => {
    await open(aDatabase(), blobs);
    await add(aDatabase(), blobs);
    await add(database, blobs);
    await add(database, undefined);
    expect(await new SurveyStores({ ...database, blobs }).execute()).toMatchObject({
      database: { images: 2 },
      store: { blobs: 2, quarantined: 0 },
      served: 1,
      orphans: 1,
    });
    const id = await new AdoptStore({ ...database, blobs, ids }).execute();
    expect(await open(database, blobs)).toBe(id);
  });
});

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
}
