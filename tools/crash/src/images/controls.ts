import { open, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobsOf, changeDatabase, copyDatabase, databaseOf, restoreDatabase } from '../data-dir.js';
import type { Control } from '../kills.js';

// The compiled file: the server that loads it runs without a compiler.
const earlyAnswers = new URL('../../dist/images/early-answers.js', import.meta.url);

/** Each promise of the service is broken by at least one of them. */
export const controls = {
  'early-answers': {
    what: 'a server that answers before the file of an image has its name',
    noticed: /^the file of stored .* answers 500$|rows have no blob$/,
    env: { NODE_OPTIONS: `--import=${earlyAnswers.href}` },
  },
  'forgotten-commits': {
    what: 'a database that forgets what it was told since the last start',
    noticed: /^the record of stored .* answers 404$/,
    before: copyDatabase,
    after: restoreDatabase,
  },
  'torn-file': {
    what: 'a disk that kept the first half of each acknowledged image',
    noticed: /^the file of stored .* (?:has other bytes|answers [05])/,
    after: async (dataDir) => {
      for (const entry of await readdir(blobsOf(dataDir), { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile() && !entry.name.endsWith('.json'))
          await truncate(file, Math.floor((await stat(file)).size / 2));
      }
    },
  },
  miscount: {
    what: 'a quota that counts one image too many',
    noticed: /^the quota counts/,
    after: async (dataDir) => changeDatabase(dataDir, 'UPDATE catalog SET image_count = image_count + 1'),
  },
  'stray-file': {
    what: 'a file that nothing refers to and no sweep removes',
    noticed: /files on the disk/,
    after: async (dataDir) => writeFile(join(blobsOf(dataDir), 'stray.tmp'), 'left behind'),
  },
  'damaged-database': {
    what: 'a page of the database with other bytes',
    noticed: /SQLite finds its file damaged|did not start|ended with|answers 5|malformed/,
    after: async (dataDir) => {
      await changeDatabase(dataDir, 'CREATE TABLE damaged AS SELECT * FROM image');
      const handle = await open(databaseOf(dataDir), 'r+');
      const { size } = await handle.stat();
      await handle.write(Buffer.alloc(512, 0x5a), 0, 512, size - 4_096);
      await handle.close();
    },
  },
} satisfies Readonly<Record<string, Control>>;
