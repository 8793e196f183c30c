import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteImage } from '@cairn/images';
import { everyStore } from '@cairn/services';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import { BackupFolder } from './backup-folder.js';
import { type BackedUpStores, backUp, checkBackup, pruneBackups, restoreBackup } from './backups.js';
import { BackupWorld, running, uploadSome } from './backups.spec.kit.js';

const version = '1.2.3';

describe('a folder of backups', () => {
  let world: BackupWorld;
  let stores: BackedUpStores;
  let application: Application;
  let folder: string;

  beforeEach(async () => {
    const [first] = everyStore;
    if (first === undefined) throw new Error('no stores');
    world = await BackupWorld.open(first);
    folder = world.folder('backups');
    stores = await world.stores('first');
    application = await running(stores);
    await uploadSome(application);
  });

  afterEach(async () => {
    await application.close();
    await world.close();
  });

  const copies = async (): Promise<readonly string[]> =>
    (await readdir(join(folder, 'blobs'), { recursive: true })).filter((path) => path.length > 60);

  it.each([
    ['a flipped byte of a blob', 'blob', 'other bytes'],
    ['a missing blob', 'blob', 'missing'],
    ['a shortened blob', 'blob', 'bytes instead of'],
    ['a flipped byte of the database', 'file', 'other bytes'],
    ['a changed manifest', 'manifest', 'was changed'],
    ['a manifest of another snapshot', 'manifest', 'is that of the snapshot'],
  ] as const)('notices %s', async (damage, kind, problem) => {
    const first = await backUp(stores, { folder, version });
    const { name, blobs: all } = await backUp(stores, { folder, version });
    const snapshot = join(folder, 'snapshots', name);
    const [blob = ''] = await copies();
    const flip = async (path: string): Promise<void> => {
      const bytes = await readFile(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(path, bytes);
    };
    const path = join(folder, 'blobs', blob);
    if (damage === 'a flipped byte of a blob') await flip(path);
    if (damage === 'a missing blob') await rm(path);
    if (damage === 'a shortened blob') await writeFile(path, 'short');
    if (damage === 'a flipped byte of the database')
      await flip(join(snapshot, (await readdir(snapshot)).find((file) => file.startsWith('database')) ?? ''));
    if (damage === 'a changed manifest') await flip(join(snapshot, 'manifest.json'));
    if (damage === 'a manifest of another snapshot')
      await cp(join(folder, 'snapshots', first.name), snapshot, { recursive: true });
    const { problems } = await checkBackup({ folder });
    expect(problems[0]).toMatchObject({ kind, problem: expect.stringContaining(problem) });
    if (kind !== 'blob') return;
    const second = await world.stores('second');
    await expect(restoreBackup(second, { folder })).rejects.toMatchObject({ message: /damaged/ });
    const { damaged, blobs } = await restoreBackup(second, { folder, damaged: 'left-out' });
    expect([damaged.length > 0, blobs + damaged.length]).toEqual([true, all]);
    // What it names can be deleted, and is copied again.
    await rm(join(folder, /blobs\/\S+$/.exec(problems[0]?.problem ?? '')?.[0] ?? 'none'), { force: true });
    expect(await backUp(stores, { folder, version })).toMatchObject({ copied: 1, faults: [] });
    expect((await checkBackup({ folder, snapshot: name })).problems).toEqual([]);
  });

  it('is used by one process at a time', async () => {
    const opened = await BackupFolder.open(folder);
    await expect(backUp(stores, { folder, version })).rejects.toMatchObject({ name: 'BackupInUse' });
    await opened.close();
    await backUp(stores, { folder, version });
  });

  it('has no snapshot of a backup that was interrupted, whose blobs are not copied again', async () => {
    const controller = new AbortController();
    const report = ({ phase }: { readonly phase: string }): void => {
      if (phase === 'blobs') controller.abort();
    };
    await expect(backUp(stores, { folder, version, report, signal: controller.signal })).rejects.toThrow();
    await expect(checkBackup({ folder })).rejects.toMatchObject({ name: 'SnapshotNotFound' });
    const before = (await copies()).length;
    expect(before).toBeGreaterThan(0);
    expect((await backUp(stores, { folder, version })).copied).toBe(3 - before);
    expect(await readdir(join(folder, 'partial'))).toEqual([]);
  });

  it('loses old snapshots and what only they need, but not the latest', async () => {
    const images = await uploadSome(application);
    await backUp(stores, { folder, version });
    for (const { id, file } of images)
      if (file.sha256 !== images[0]?.file.sha256) await application.get(DeleteImage).execute('alice', id);
    await backUp(stores, { folder, version });
    const opened = await BackupFolder.open(folder);
    const [old = '', latest] = await opened.names();
    await opened.close();
    expect(await pruneBackups(folder, 1)).toEqual({ snapshots: 0, blobs: 0 });
    expect(await pruneBackups(folder, 0)).toMatchObject({ snapshots: 1 });
    await expect(checkBackup({ folder, snapshot: old })).rejects.toMatchObject({ name: 'SnapshotNotFound' });
    expect(await checkBackup({ folder })).toMatchObject({ name: latest, problems: [] });
    expect(await pruneBackups(folder, 0)).toEqual({ snapshots: 0, blobs: 0 });
  });

  it('keeps all blobs where the list of a snapshot was cut', async () => {
    await backUp(stores, { folder, version });
    const { name } = await backUp(stores, { folder, version });
    const before = await copies();
    await writeFile(join(folder, 'snapshots', name, 'blobs.jsonl'), '');
    await expect(pruneBackups(folder, 0)).rejects.toMatchObject({ name: 'ManifestUnusable' });
    expect(await copies()).toEqual(before);
  });
});
