/**
 * The pairs of stores that Cairn is measured on. The first is Cairn's default and the one that thresholds apply to.
 */
export const pairs = ['sqlite+disk', 'postgres+s3'] as const;

export type Pair = (typeof pairs)[number];

/** Empty stores. */
export interface Stores {
  /** Environment variables that name the stores. A store that is not named lies in the data folder. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openStores(pair: Pair): Promise<Stores> {
  switch (pair) {
    case 'sqlite+disk':
      return { env: {}, close: async () => undefined };
    case 'postgres+s3':
      return await (await import('./servers.js')).openServers();
  }
}
