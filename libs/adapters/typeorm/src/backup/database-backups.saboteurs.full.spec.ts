import type { DatabaseBackups } from '@cairn/kernel';
import {
  anImage,
  databaseBackupsContract,
  sabotaged,
  verifyFails,
  type DatabaseBackupPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { engines } from '../engines.spec.kit.js';
import { databaseBackups } from './database-backups.spec.kit.js';

type Wrap = (backups: DatabaseBackups, ports: DatabaseBackupPorts) => Partial<DatabaseBackups>;
const broken =
  (which: 'backups' | 'elsewhere', wrap: Wrap) =>
  (ports: DatabaseBackupPorts): DatabaseBackupPorts =>
    sabotaged(ports, { [which]: sabotaged(ports[which], wrap(ports[which], ports)) });

const saboteurs: Saboteurs<DatabaseBackupPorts, typeof databaseBackupsContract> = {
  'a copy tells what is in it, and has each blob that an image needs, also one in the trash': (ports) =>
    sabotaged(ports, {
      blobsIn: async (folder) => (await ports.blobsIn(folder)).filter(({ place }) => place === 'catalog'),
    }),
  // Counts what is there when the copy has ended.
  'a copy is one moment: what is written meanwhile is in it whole or not at all': broken(
    'backups',
    (backups, { catalog }) => ({
      copy: async (request) => {
        const copy = await backups.copy(request);
        await catalog.add(anImage(), 1_000);
        return { ...copy, ...(await backups.facts()) };
      },
    }),
  ),
  // Copies once more what is there now.
  'a restored database is as it was when it was copied': (ports) =>
    broken('elsewhere', (backups) => ({
      restore: async (request) => {
        const folder = await ports.newFolder();
        await ports.backups.copy({ folder, signal: new AbortController().signal });
        await backups.restore({ ...request, folder });
      },
    }))(ports),
  'images that were deleted meanwhile are taken out, with what counts them': broken(
    'elsewhere',
    (backups) => ({ restore: async (request) => await backups.restore({ ...request, removed: [] }) }),
  ),
  'what is in the trash expires as much later as the copy is old': broken('elsewhere', (backups) => ({
    restore: async (request) => await backups.restore({ ...request, ageMs: 0 }),
  })),
  // As if it were the original.
  'a restored database is a copy, also one of a copy that took the place of its original': (ports) =>
    sabotaged(ports, {
      openElsewhere: async () => {
        const opened = await ports.openElsewhere();
        await opened.installations.promote();
        return opened;
      },
    }),
  'a database with anything in it is refused, and stays as it is': broken('backups', () => ({
    assertRestorable: async () => undefined,
  })),
  'a copy with migrations that this version does not know is refused, and nothing is stored': broken(
    'elsewhere',
    (backups) => ({
      restore: async ({ copy, ...request }) =>
        await backups.restore({ ...request, copy: { migrations: copy.migrations.slice(0, -1) } }),
    }),
  ),
  'whether a blob is needed is told as it is now': broken('backups', (backups) => {
    const known = new Map<string, Promise<boolean>>();
    return {
      needsBlob: async (key) => {
        const needed = known.get(key) ?? backups.needsBlob(key);
        known.set(key, needed);
        return await needed;
      },
    };
  }),
  'a database of no installation is not copied': broken('backups', (backups, { installations }) => ({
    copy: async (request) => {
      await installations.claim('made up');
      return await backups.copy(request);
    },
  })),
  'a copy that is aborted rejects': broken('backups', (backups) => ({
    copy: async (request) => await backups.copy({ ...request, signal: new AbortController().signal }),
  })),
};

/** On the first of them alone: a saboteur breaks what the port promises, whatever the database. */
describe.each(engines.slice(0, 1))('backups of $name, broken', (engine) =>
  verifyFails({ contract: databaseBackupsContract, subject: databaseBackups(engine), saboteurs, it }),
);
