import { join } from 'node:path';

/** Path of the database in a data folder. */
export function databaseOf(dataDir: string): string {
  return join(dataDir, 'cairn.db');
}

/** Path of the blob folder in a data folder. */
export function blobsOf(dataDir: string): string {
  return join(dataDir, 'blobs');
}
