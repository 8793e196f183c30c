import { join } from 'node:path';
import type { DatabaseSettings } from '@cairn/composition';
import { PostgresServer } from '@cairn/services';

/** A kind of store that data is imported into. */
export interface DataStore {
  readonly name: string;
  readonly database: DatabaseSettings;
  /** Names the store to a server; absent where no other process can open it. */
  readonly url?: string;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const kinds: Readonly<Record<string, (folder: string) => Promise<DataStore>>> = {
  memory: async () => ({ name: 'memory', database: { kind: 'memory' }, close: nothing }),
  sqlite: async (folder) => {
    const file = join(folder, 'cairn.db');
    return { name: 'SQLite', database: { kind: 'sqlite', file }, url: `sqlite:${file}`, close: nothing };
  },
  postgres: async () => {
    const server = await PostgresServer.start();
    const { url } = server;
    return { name: 'PostgreSQL', database: { kind: 'postgres', url }, url, close: () => server.stop() };
  },
};

export const storeKinds: readonly string[] = Object.keys(kinds);

/** Opens an empty store. */
export async function openStore(kind: string, folder: string): Promise<DataStore> {
  const open = kinds[kind];
  if (open === undefined) throw new Error(`${kind} is none of the stores ${storeKinds.join(', ')}.`);
  return await open(folder);
}
