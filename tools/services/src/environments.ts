import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestPostgres } from './postgres.js';
import { readS3Address, s3ClientOf } from './s3-address.js';
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
  /**
   * Opens empty stores. A database on a server is a copy of the one at the address `template`, where it is given, which
   * nobody may be connected to: creating tables takes far longer.
   */
  open(this: void, template?: string): Promise<OpenedStores>;
}

interface Store {
  open(template?: string): Promise<Partial<OpenedStores>>;
}

const disk: Store = {
  open: async () => ({ countBlobs: (dataDir) => filesIn(join(dataDir, 'blobs', 'blobs')) }),
};

const postgres: Store = {
  open: async (template) => {
    const server = await openTestPostgres();
    const url = await (template === undefined ? server.fresh() : server.copyOf(template));
    return { env: { CAIRN_DATABASE_URL: url }, close: () => server.close() };
  },
};

const bucket: Store = {
  open: async () => {
    const [s3] = testS3Servers(); // one connection per environment, as `close` removes all it made
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
const all = {
  'SQLite + disk': [disk],
  'SQLite + S3': [bucket],
  'PostgreSQL + disk': [postgres, disk],
  'PostgreSQL + S3': [postgres, bucket],
  memory: [memory],
} satisfies Readonly<Record<string, readonly Store[]>>;

const names = Object.keys(all);
const [embedded] = names;

/** Whether the stores on servers are tested too, or only those that come with Cairn. */
export const everyStoreIsTested = (process.env['CAIRN_TEST_ALL'] ?? '') !== '';

/** The pairs of stores that are tested: every one, or the embedded default alone. */
export const environments: readonly Environment[] = Object.entries(all)
  .filter(([name]) => everyStoreIsTested || name === embedded)
  .map(([name, stores]) => environment(name, stores));

/** Those of them that hold every durable store once: enough for what does not depend on how two stores meet. */
export const everyStore: readonly Environment[] = environments.filter(({ name }) =>
  ['SQLite + disk', 'PostgreSQL + S3'].includes(name),
);

/** One pair by its name. @throws {Error} when there is none. */
export function environmentOf(name: string): Environment {
  const [, stores] = Object.entries(all).find(([each]) => each === name) ?? [];
  if (stores === undefined)
    throw new Error(`No pair of stores is called "${name}", but ${names.join(', ')}.`);
  return environment(name, stores);
}

function environment(name: string, stores: readonly Store[]): Environment {
  return {
    name,
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

async function objectsIn(address: string, prefix: string): Promise<number> {
  let objects = 0;
  const listed = s3ClientOf(address).listObjectsV2(readS3Address(address).bucket, prefix, true);
  for await (const object of listed) if (object) objects += 1;
  return objects;
}
