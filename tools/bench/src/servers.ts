import { PostgresServer, S3Server } from '@cairn/services';
import type { Stores } from './stores.js';

/** Starts an empty PostgreSQL server and an empty MinIO server. `close` stops them. */
export async function openServers(): Promise<Stores> {
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
