import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf, DeleteImage, type Image, ReadImage, ReadInstallationKey } from '@cairn/images';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import { Trash } from '@cairn/kernel';
import { everyStore } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import { makeSnapshot } from './back-up.js';
import { BackupFolder } from './backup-folder.js';
import { assertRestorable, type BackedUpStores, backUp, checkBackup, restoreBackup } from './backups.js';
import { addSpace, BackupWorld, running, upload, uploadSome } from './backups.spec.kit.js';
import { databaseBackups } from './database.js';
import { writeManifest } from './manifest.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const version = '1.2.3';
const options = { version, now: Date.now, signal: new AbortController().signal, report: () => undefined };

describe.each(everyStore)('backups of $name', (environment) => {
  let world: BackupWorld;
  let stores: BackedUpStores;
  let application: Application;
  let folder: string;
  const applications: Application[] = [];

  const open = async (settings: BackedUpStores): Promise<Application> => {
    const opened = await running(settings);
    applications.push(opened);
    return opened;
  };

  const sha256Of = async (from: Application, { file }: Image): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of await from.get(BlobStore).area('originals').get(file.blobKey))
      hash.update(chunk);
    return hash.digest('hex');
  };

  const facts = async ({ database: settings }: BackedUpStores) => {
    const database = await databaseBackups(settings);
    return await database.facts().finally(() => database.close());
  };

  /** A backup during which `meanwhile` runs after the database was copied. */
  const backUpDuring = async (meanwhile: () => Promise<unknown>, now = Date.now) => {
    const [opened, database] = [await BackupFolder.open(folder), await databaseBackups(stores.database)];
    const copying: typeof database = {
      copy: async (request) => {
        const copy = await database.copy(request);
        await meanwhile();
        return copy;
      },
      facts: () => database.facts(),
      needsBlob: (key) => database.needsBlob(key),
      assertRestorable: (copy) => database.assertRestorable(copy),
      restore: (request) => database.restore(request),
      close: () => database.close(),
    };
    const blobs = application.get(BlobStore);
    try {
      return await makeSnapshot({ ...options, now, folder: opened, database: copying, blobs });
    } finally {
      await database.close();
      await opened.close();
    }
  };

  beforeEach(async () => {
    world = await BackupWorld.open(environment);
    folder = world.folder('backups');
    stores = await world.stores('first');
    application = await open(stores);
  });

  afterEach(async () => {
    for (const opened of applications.splice(0)) await opened.close();
    await world.close();
  });

  it('of a running application are restored elsewhere, row for row and byte for byte', async () => {
    const images = await uploadSome(application);
    await addSpace(application);
    expect(await backUp(stores, { folder, version })).toMatchObject({
      blobs: 4,
      copied: 3,
      removed: 0,
      faults: [],
    });
    const later = await upload(application, 'later.webp', fixtures.webp.bytes);
    const elsewhere = await world.stores('second');
    await restoreBackup(elsewhere, { folder });
    const after = await facts(elsewhere);
    expect(after.installation).toBe((await facts(stores)).installation);
    expect(after.tables).toMatchObject({ feature: 50, image: 4, address: 4 });
    const restored = await open(elsewhere);
    for (const image of images) {
      const { description, ...read } = await restored.get(ReadImage).execute('alice', image.id);
      expect({ ...read, description: image.description }).toEqual(image);
      expect(description).toMatchObject(image.description ?? {});
      expect(await sha256Of(restored, image)).toBe(image.file.sha256);
      expect(await restored.get(CatalogRepository).findFile(addressOf(image))).toBeDefined();
    }
    expect(await restored.get(CatalogRepository).find('alice', [later.id])).toEqual([]);
    // Keys of new rows follow those of the backup.
    await upload(restored, 'new.webp', fixtures.webp.bytes);
    await addSpace(restored, 1);
  });

  it('carry the key of the installation, so that addresses of links are shown in the copy, too', async () => {
    const key = await application.get(ReadInstallationKey).execute();
    const { name } = await backUp(stores, { folder, version });
    expect(await checkBackup({ folder })).toMatchObject({ problems: [] });
    const elsewhere = await world.stores('second');
    await restoreBackup(elsewhere, { folder });
    expect(await (await open(elsewhere)).get(ReadInstallationKey).execute()).toBe(key);
    expect((await stat(join(folder, 'snapshots', name, 'installation.key'))).mode & 0o077).toBe(0);
  });

  it('copy no bytes twice, and are as they were written', async () => {
    await uploadSome(application);
    await backUp(stores, { folder, version });
    await upload(application, 'later.webp', fixtures.webp.bytes);
    expect(await backUp(stores, { folder, version })).toMatchObject({ blobs: 5, copied: 1 });
    expect(await checkBackup({ folder })).toMatchObject({ blobs: 5, problems: [] });
  });

  it('leave out an image that is deleted while its bytes are copied', async () => {
    const images = await uploadSome(application);
    const deleted = images[3]?.id ?? '';
    const report = await backUpDuring(() => application.get(DeleteImage).execute('alice', deleted));
    expect(report).toMatchObject({ blobs: 4, removed: 1, faults: [] });
    expect((await checkBackup({ folder })).problems).toEqual([]);
    const elsewhere = await world.stores('second');
    await restoreBackup(elsewhere, { folder });
    const catalog = (await open(elsewhere)).get(CatalogRepository);
    const found = await catalog.find(
      'alice',
      images.map(({ id }) => id),
    );
    expect(found.map(({ id }) => id)).not.toContain(deleted);
    expect(await catalog.usage('alice')).toEqual({ imageCount: 3 });
    const listed = await catalog.listBlobs(10, undefined);
    expect(listed).toHaveLength(3);
  });

  it('keep what was in the trash for as long as it had left, however old they are', async () => {
    const [image] = await uploadSome(application);
    const id = image?.id ?? '';
    const taken = Date.now() - 30 * DAY_MS;
    const times = { deletedAt: taken - DAY_MS, expiresAt: taken + DAY_MS };
    const disposal = { deletion: 'one', countsBytes: true, ...times };
    await application.get(CatalogRepository).remove('alice', id, disposal);
    await backUpDuring(
      () => Promise.resolve(),
      () => taken,
    );
    const elsewhere = await world.stores('second');
    await restoreBackup(elsewhere, { folder });
    const restored = await open(elsewhere);
    const [entry] = await restored.get(Trash).find('alice', [id]);
    expect(entry).toMatchObject({ id, deletedAt: times.deletedAt });
    expect(entry?.expiresAt).toBeGreaterThan(Date.now() + DAY_MS / 2);
    expect(entry?.expiresAt).toBeLessThanOrEqual(Date.now() + DAY_MS);
  });

  it('tell of an image whose bytes are missing, unless another one has the same', async () => {
    const [first, , third] = await uploadSome(application);
    if (first === undefined || third === undefined) throw new Error('no images');
    for (const { file } of [first, third])
      await application.get(BlobStore).area('originals').delete(file.blobKey);
    const image = { key: third.file.blobKey, owner: 'alice', imageId: third.id, place: 'catalog' };
    const fault = { ...image, problem: 'missing' };
    expect((await backUp(stores, { folder, version })).faults).toEqual([fault]);
    expect(await checkBackup({ folder })).toMatchObject({
      problems: [{ kind: 'blob', subject: fault.key, problem: 'was missing when the backup was made' }],
      faults: 1,
    });
    const elsewhere = await world.stores('second');
    expect((await restoreBackup(elsewhere, { folder })).faults).toEqual([fault]);
    expect(await sha256Of(await open(elsewhere), first)).toBe(first.file.sha256);
  });

  it('are restored into empty stores only, and not into those of another installation', async () => {
    await uploadSome(application);
    await backUp(stores, { folder, version });
    await application.close();
    await expect(restoreBackup(stores, { folder })).rejects.toMatchObject({ name: 'NotEmpty' });
    const elsewhere = await world.stores('second');
    const other = await open(elsewhere);
    await upload(other, 'other.png', fixtures.png.bytes);
    await other.close();
    await expect(restoreBackup(elsewhere, { folder })).rejects.toMatchObject({ name: 'NotEmpty' });
    const { blobs } = elsewhere;
    const { database } = await world.stores('third');
    await expect(restoreBackup({ database, blobs }, { folder })).rejects.toMatchObject({
      name: 'RestoreRefused',
    });
  });

  it('of a later version are refused before a blob is restored', async () => {
    await uploadSome(application);
    await backUp(stores, { folder, version });
    const opened = await BackupFolder.openExisting(folder);
    const name = await opened.choose();
    const { database, ...manifest } = await opened.manifest(name);
    const migrations = [...database.migrations, 'Later2795900400100'];
    await writeManifest(opened.snapshot(name), { ...manifest, database: { ...database, migrations } });
    await opened.close();
    const elsewhere = await world.stores('second');
    const newer = { name: 'NewerSchema', migrations: ['Later2795900400100'] };
    await expect(assertRestorable(elsewhere, { folder })).rejects.toMatchObject(newer);
    const report = (): never => {
      throw new Error('A blob was restored.');
    };
    await expect(restoreBackup(elsewhere, { folder, report })).rejects.toMatchObject(newer);
  });

  it('go on after a restore that was interrupted between two blobs', async () => {
    await uploadSome(application);
    await backUp(stores, { folder, version });
    const elsewhere = await world.stores('second');
    const controller = new AbortController();
    const stopped = restoreBackup(elsewhere, {
      folder,
      signal: controller.signal,
      report: ({ phase, done }) => {
        if (phase === 'blobs' && done === 1) controller.abort();
      },
    });
    // Small blobs may all be under way by then.
    await stopped.catch(() => restoreBackup(elsewhere, { folder }));
    expect((await facts(elsewhere)).images).toMatchObject({ counted: 4, images: 4 });
  });
});
