import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BLOB_LIST, type NeededBlob } from '@cairn/kernel';
import type { DatabaseBackupPorts, Subject } from '@cairn/testkit';
import { afterEach } from '@jest/globals';
import type { engines } from '../engines.spec.kit.js';
import { postgresBackups, sqliteBackups } from './open-backups.js';

/** Databases for each rule. They are closed after it. */
export function databaseBackups(engine: (typeof engines)[number]): Subject<DatabaseBackupPorts> {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const newPlace = async (): Promise<string> => {
    const place = await engine.newPlace();
    closing.push(() => engine.leave(place));
    return place;
  };
  const openIn = async (place: string) => {
    const store = await engine.openIn(place);
    closing.push(() => store.close());
    return store.repositories;
  };
  const backupsOf = async (place: string) => {
    const isFile = engine.name === 'SQLite';
    const backups = await (isFile ? sqliteBackups(join(place, 'cairn.db')) : postgresBackups({ url: place }));
    closing.push(() => backups.close());
    return backups;
  };
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-copy-'));
    closing.push(() => rm(folder, { recursive: true }));
    return folder;
  };
  return {
    open: async () => {
      const [place, empty] = [await newPlace(), await newPlace()];
      const { catalog, installations } = await openIn(place);
      return {
        catalog,
        installations,
        backups: await backupsOf(place),
        elsewhere: await backupsOf(empty),
        openElsewhere: () => openIn(empty),
        newFolder,
        blobsIn: async (folder) => {
          const lines = (await readFile(join(folder, BLOB_LIST), 'utf8')).trim().split('\n');
          // The adapter wrote them.
          return lines.map((line) => JSON.parse(line) as NeededBlob);
        },
      };
    },
    reopen: async (ports) => ports,
  };
}
