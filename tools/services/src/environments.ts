import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestPostgres } from './postgres.js';
import { objectsIn } from './objects.js';
import { testS3Servers } from './s3.js';

/** Stores opened for a test. */
export interface OpenedStores {
  /** Settings that name the stores. A store that is not named lies in the server's data folder. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Number of blobs in service, for a server with this data folder; `undefined` if it cannot be counted from outside.
   */
  countBlobs(this: void, dataDir: string): Promise<number | undefined>;
  /** Removes the stores. */
  close(this: void): Promise<void>;
}

/** A pair of stores that Cairn supports. */
export interface Environment {
  readonly name: string;
  /** Why it cannot be tested here, and how to enable it; `undefined` if it can. */
  readonly missing: string | undefined;
  /** Why heavy tests are left out here, and how to enable them; `undefined` if they run. */
  readonly slow: string | undefined;
  /**
   * Opens empty stores. A database on a server is a copy of the one at the address `template`, where it is given, which
   * nobody may be connected to: creating tables takes far longer.
   */
  open(this: void, template?: string): Promise<OpenedStores>;
}

interface Store {
  readonly missing?: string | undefined;
  readonly slow?: string | undefined;
  open(template?: string): Promise<Partial<OpenedStores>>;
}

const disk: Store = {
  open: async () => ({ countBlobs: (dataDir) => filesIn(join(dataDir, 'blobs', 'blobs')) }),
};

const postgres: Store = {
  slow: process.env['CAIRN_TEST_POSTGRES_URL']
    ? undefined
    : 'no PostgreSQL server is named, and PGlite has one session; `node tools/services/run.mjs npm test` starts one',
  open: async (template) => {
    const server = await openTestPostgres();
    const url = await (template === undefined ? server.fresh() : server.copyOf(template));
    return { env: { CAIRN_DATABASE_URL: url }, close: () => server.close() };
  },
};

const bucket: Store = {
  missing:
    testS3Servers().length > 0
      ? undefined
      : 'no S3 server is named; `node tools/services/run.mjs npm test` starts one',
  open: async () => {
    const [s3] = testS3Servers(); // one connection per environment, as `close` removes all it made
    if (s3 === undefined) throw new Error('No S3 server is named.');
    const url = await s3.fresh();
    return {
      env: { CAIRN_BLOB_URL: url },
      countBlobs: () => objectsIn(url, 'blobs/'),
      close: () => s3.close(),
    };
  },
};

const memory: Store = {
  open: async () => ({ env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' } }),
};

/** Every supported pair of stores, the default first. */
export const environments: readonly Environment[] = [
  environment('SQLite + disk', disk),
  environment('SQLite + S3', bucket),
  environment('PostgreSQL + disk', postgres, disk),
  environment('PostgreSQL + S3', postgres, bucket),
  environment('memory', memory),
];

/**
 * Pairs that hold every store that can be tested here once. Enough for what does not depend on how two stores meet, as
 * the contracts of the images do.
 */
export const everyStore: readonly Environment[] = environments.filter(({ name }) =>
  [
    'SQLite + disk',
    bucket.missing === undefined ? 'PostgreSQL + S3' : 'PostgreSQL + disk',
    'memory',
  ].includes(name),
);

function environment(name: string, ...stores: readonly Store[]): Environment {
  return {
    name,
    missing: stores.find(({ missing }) => missing !== undefined)?.missing,
    slow: stores.find(({ slow }) => slow !== undefined)?.slow,
    open: async (template) => {
      const opened: Partial<OpenedStores>[] = [];
      for (const store of stores) opened.push(await store.open(template));
      const counting = opened.find(({ countBlobs }) => countBlobs !== undefined);
      return {
        env: Object.fromEntries(opened.flatMap(({ env = {} }) => Object.entries(env))),
        countBlobs: async (dataDir) => await counting?.countBlobs?.(dataDir),
        close: async () => {
          for (const { close } of opened) await close?.();
        },
      };
    },
  };
}

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
