import { createHash } from 'node:crypto';
import { copyFile, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { blobsOf, databaseOf } from './data-dir.js';
import type { Ledger } from './ledger.js';

/** A way to break the service or its data that a run must detect. */
export interface Control {
  readonly what: string;
  /** Must match one of the reported faults. */
  readonly noticed: RegExp;
  /** Settings of the server that is killed. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before the server that is killed starts. */
  readonly before?: (dataDir: string) => Promise<void>;
  /** Runs after the kill, while the server is down. */
  readonly after?: (dataDir: string, ledger: Ledger) => Promise<void>;
}

// The compiled file: the server that loads it runs without a compiler.
const earlyAnswers = new URL('../dist/early-answers.js', import.meta.url);

/** Each promise of the service is broken by at least one of them. */
export const controls = {
  'early-answers': {
    what: 'a server that answers before the file of an image has its name',
    noticed: /^the file of stored .* answers 500$|rows have no blob$/,
    env: { NODE_OPTIONS: `--import=${earlyAnswers.href}` },
    before: async () => undefined, // an intact server marks the store first
  },
  'forgotten-commits': {
    what: 'a database that forgets what it was told since the last start',
    noticed: /^the record of stored .* answers 404$/,
    before: async (dataDir) => copyFile(databaseOf(dataDir), `${dataDir}.before`),
    after: async (dataDir) => {
      for (const log of ['-wal', '-shm']) await rm(databaseOf(dataDir) + log, { force: true });
      await copyFile(`${dataDir}.before`, databaseOf(dataDir));
      await rm(`${dataDir}.before`);
    },
  },
  'torn-file': {
    what: 'a disk that kept the first half of an acknowledged image',
    noticed: /^the file of stored .* (?:has other bytes|answers [05])/,
    after: async (dataDir, ledger) => {
      const file = await fileOf(dataDir, new Set(ledger.in('stored').map(({ sha256 }) => sha256)));
      await truncate(file, Math.floor((await stat(file)).size / 2));
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
} as const satisfies Readonly<Record<string, Control>>;

export type ControlName = keyof typeof controls;

async function changeDatabase(dataDir: string, statement: string): Promise<void> {
  const source = await new DataSource({ type: 'better-sqlite3', database: databaseOf(dataDir) }).initialize();
  await source.query(statement);
  await source.destroy();
}

/** A file in the blob folder whose bytes have one of the hashes. */
async function fileOf(dataDir: string, hashes: ReadonlySet<string>): Promise<string> {
  for (const entry of await readdir(blobsOf(dataDir), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (
      entry.isFile() &&
      hashes.has(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      )
    )
      return path;
  }
  throw new Error('None of the images that were acknowledged is on the disk.');
}
