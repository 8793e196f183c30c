import { join } from 'node:path';

/** Path of the database in a data folder. */
export const databaseOf = (dataDir: string): string => join(dataDir, 'cairn.db');

/** Path of the blob folder in a data folder. */
export const blobsOf = (dataDir: string): string => join(dataDir, 'blobs');
