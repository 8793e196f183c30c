/** The pairs of stores that Cairn is measured on: first the one it has unless told otherwise, to which the bars apply. */
export const pairs = ['sqlite+disk', 'postgres+s3'] as const;

export type Pair = (typeof pairs)[number];

/** Empty stores. */
export interface Stores {
  /** What Cairn and its limits are told of them; what they are not told of lies in their folders. */
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
