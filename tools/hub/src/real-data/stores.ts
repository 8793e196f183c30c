import { join } from 'node:path';
import { PostgresServer } from '@cairn/services';

/** A kind of store that data is imported into. */
export interface DataStore {
  readonly name: string;
  /** Names the database to a server. */
  readonly url: string;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const kinds: Readonly<Record<string, (folder: string) => Promise<DataStore>>> = {
  memory: async () => ({ name: 'memory', url: 'memory:', close: nothing }),
  sqlite: async (folder) => ({ name: 'SQLite', url: `sqlite:${join(folder, 'cairn.db')}`, close: nothing }),
  postgres: async () => {
    const server = await PostgresServer.start();
    return { name: 'PostgreSQL', url: server.url, close: () => server.stop() };
  },
};

export const storeKinds: readonly string[] = Object.keys(kinds);

/** Opens an empty store. */
export async function openStore(kind: string, folder: string): Promise<DataStore> {
  const open = kinds[kind];
  if (open === undefined) throw new Error(`${kind} is none of the stores ${storeKinds.join(', ')}.`);
  return await open(folder);
}
