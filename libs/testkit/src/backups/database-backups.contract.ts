import { assert } from '../assert.js';
import type { DatabaseBackups, DatabaseCopy, NeededBlob, RestoreRequest, Trash } from '@cairn/kernel';
import type { CatalogRepository, InstallationRepository } from '@cairn/images/spi';
import { storedFile } from '@cairn/images';
import { anImage, aWholeFile, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aDisposal } from '../trash/trash-ports.js';

/** A database in use and its backups, and an empty one with the backups of that. */
export interface DatabaseBackupPorts {
  readonly backups: DatabaseBackups;
  readonly catalog: CatalogRepository;
  readonly installations: InstallationRepository;
  readonly elsewhere: DatabaseBackups;
  /** Opens the other one, once it was restored. */
  openElsewhere(): Promise<{
    readonly catalog: CatalogRepository;
    readonly trash: Trash;
    readonly installations: InstallationRepository;
  }>;
  /** A new folder for a copy. */
  newFolder(): Promise<string>;
  /** The list of blobs of a copy in this folder. */
  blobsIn(folder: string): Promise<readonly NeededBlob[]>;
}

const ENOUGH = 1_000;
const signal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
const aborted = { ...signal, aborted: true };

/** A database with four images, one of which is in the trash. */
async function filled(ports: DatabaseBackupPorts) {
  await ports.installations.claim('here');
  // Two of them are stored whole.
  const images = several(4, (number) =>
    anImage({ path: 'ä/b', file: number % 2 === 0 ? {} : { whole: aWholeFile(20_000 + number) } }),
  );
  for (const image of images) await ports.catalog.add(image, ENOUGH);
  const [first, second, third, trashed] = images;
  assert.ok(first && second && third && trashed);
  await ports.catalog.remove('alice', trashed.id, aDisposal({ countsBytes: false }));
  return { first, second, third, trashed };
}

async function copied(ports: DatabaseBackupPorts): Promise<Copied> {
  const folder = await ports.newFolder();
  return {
    folder,
    copy: await ports.backups.copy({ folder, signal }),
    name: 'one',
    removed: [],
    ageMs: 0,
    restoredAt: 7,
  };
}

type Copied = RestoreRequest & { readonly copy: DatabaseCopy };

/** Rules for every `DatabaseBackups`. */
export const databaseBackupsContract = {
  'a copy tells what is in it, and has each blob that an image needs, also one in the trash': async ({
    open,
  }) => {
    const ports = await open();
    const images = await filled(ports);
    const { folder, copy } = await copied(ports);
    const { kind, files, ...facts } = copy;
    assert.deepEqual(facts, await ports.backups.facts());
    assert.equal(facts.installation, 'here');
    const { image, trash } = facts.tables;
    assert.deepEqual([image, trash], [3, 1]);
    assert.equal(facts.images.images, 3);
    assert.equal(facts.images.counted, 3);
    const { first, second, third } = images;
    const sizes = [first, second, third].map(({ file }) => storedFile(file).sizeInBytes);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.deepEqual([facts.images.sizeInBytes, facts.images.countedBytes], [total, total]);
    const wanted = Object.values(images).map(({ id, file }) => ({
      key: file.blobKey,
      ...storedFile(file),
      contentType: file.contentType,
      owner: 'alice',
      imageId: id,
      place: id === images.trashed.id ? 'trash' : 'catalog',
    }));
    const sorted = wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    assert.deepEqual(await ports.blobsIn(folder), sorted);
  },

  'a copy is one moment: what is written meanwhile is in it whole or not at all': async ({ open }) => {
    const ports = await open();
    await filled(ports);
    const copying = copied(ports);
    for (const image of several(20, () => anImage())) await ports.catalog.add(image, ENOUGH);
    const { folder, copy } = await copying;
    const { image, trash = 0, address } = copy.tables;
    assert.deepEqual([copy.images.images, copy.images.counted], [image, image]);
    assert.equal(address, Number(image) + trash);
    assert.equal((await ports.blobsIn(folder)).length, address);
  },

  'a restored database is as it was when it was copied': async ({ open }) => {
    const ports = await open();
    const { first } = await filled(ports);
    const request = await copied(ports);
    await ports.catalog.add(anImage(), ENOUGH);
    await ports.elsewhere.assertRestorable(request);
    await ports.elsewhere.restore(request);
    const { installation, images, tables } = await ports.elsewhere.facts();
    assert.deepEqual({ installation, images }, { installation: 'here', images: request.copy.images });
    for (const table of ['image', 'trash', 'address', 'outbox'])
      assert.equal(tables[table], request.copy.tables[table], table);
    const { catalog } = await ports.openElsewhere();
    assert.deepEqual(await catalog.get('alice', first.id), await ports.catalog.get('alice', first.id));
    await catalog.add(anImage(), ENOUGH);
  },

  'images that were deleted meanwhile are taken out, with what counts them': async ({ open }) => {
    const ports = await open();
    const { second, trashed } = await filled(ports);
    const request = await copied(ports);
    const removed = [
      { owner: 'alice', imageId: second.id, place: 'catalog' },
      { owner: 'alice', imageId: trashed.id, place: 'trash' },
    ] as const;
    await ports.elsewhere.restore({ ...request, removed });
    const { images, tables } = await ports.elsewhere.facts();
    assert.deepEqual([images.images, images.counted, tables['trash']], [2, 2, 0]);
    assert.deepEqual(await (await ports.openElsewhere()).catalog.usage('alice'), { imageCount: 2 });
  },

  'what is in the trash expires as much later as the copy is old': async ({ open }) => {
    const ports = await open();
    const { trashed } = await filled(ports);
    const request = await copied(ports);
    await ports.elsewhere.restore({ ...request, ageMs: 5_000 });
    const { trash } = await ports.openElsewhere();
    const [entry] = await trash.find('alice', [trashed.id]);
    assert.equal(entry && entry.expiresAt - entry.deletedAt, 1_000 + 5_000);
  },

  'a restored database is a copy, also one of a copy that took the place of its original': async ({
    open,
  }) => {
    const ports = await open();
    await filled(ports);
    await ports.installations.markRestored(1);
    await ports.installations.promote();
    await ports.elsewhere.restore({ ...(await copied(ports)), restoredAt: 1_234 });
    const { installations } = await ports.openElsewhere();
    assert.equal(await ports.installations.restoredAt(), undefined);
    assert.equal(await installations.restoredAt(), 1_234);
    assert.equal(await installations.find(), 'here');
  },

  'a database with anything in it is refused, and stays as it is': async ({ open }) => {
    const ports = await open();
    await filled(ports);
    const request = await copied(ports);
    await ports.catalog.add(anImage(), ENOUGH);
    const before = await ports.backups.facts();
    await assert.rejects(ports.backups.assertRestorable(request), { name: 'NotEmpty' });
    await assert.rejects(ports.backups.restore(request), { name: 'NotEmpty' });
    assert.deepEqual(await ports.backups.facts(), before);
  },

  'a copy with migrations that this version does not know is refused, and nothing is stored': async ({
    open,
  }) => {
    const ports = await open();
    await filled(ports);
    const request = await copied(ports);
    const copy = { ...request.copy, migrations: [...request.copy.migrations, 'Later9999999999999'] };
    const newer = { ...request, copy };
    await assert.rejects(ports.elsewhere.assertRestorable(newer), { name: 'NewerSchema' });
    await assert.rejects(ports.elsewhere.restore(newer), { name: 'NewerSchema' });
    await ports.elsewhere.assertRestorable({ ...request, name: 'another' });
  },

  'whether a blob is needed is told as it is now': async ({ open }) => {
    const ports = await open();
    const { first, trashed } = await filled(ports);
    const isNeeded = async () =>
      await Promise.all([first, trashed].map(({ file }) => ports.backups.needsBlob(file.blobKey)));
    assert.deepEqual(await isNeeded(), [true, true]);
    await ports.catalog.remove('alice', first.id);
    assert.deepEqual(await isNeeded(), [false, true]);
    assert.equal(await ports.backups.needsBlob('absent'), false);
  },

  'a database of no installation is not copied': async ({ open }) => {
    const ports = await open();
    await assert.rejects(copied(ports), { name: 'NotInstalled' });
  },

  'a copy that is aborted rejects': async ({ open }) => {
    const ports = await open();
    await filled(ports);
    const folder = await ports.newFolder();
    await assert.rejects(ports.backups.copy({ folder, signal: aborted }));
  },
} satisfies Contract<DatabaseBackupPorts>;
