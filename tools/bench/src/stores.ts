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
      return await openServers();
  }
}

async function openServers(): Promise<Stores> {
  const { PostgresServer, S3Server } = await import('@cairn/services');
  const servers: { stop(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const postgres = await PostgresServer.start();
    servers.push(postgres);
    const s3 = await S3Server.start('minio');
    servers.push(s3);
    return { env: { CAIRN_DATABASE_URL: postgres.url, CAIRN_BLOB_URL: await s3.bucket('bench') }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
