import { join } from 'node:path';

/** Where the server keeps its records in a data folder. */
export function databaseOf(dataDir: string): string {
  return join(dataDir, 'cairn.db');
}

/** Where the server keeps its image bytes in a data folder. */
export function blobsOf(dataDir: string): string {
  return join(dataDir, 'blobs');
}
