import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** A byte store with the same durability as Cairn's. */
export interface Bytes {
  put(key: string, bytes: Readable, sizeInBytes: number): Promise<void>;
  /** Sends the bytes with these headers, given as alternating names and values. */
  send(key: string, response: ServerResponse, headers: readonly string[]): Promise<void>;
}

/** Uses the bucket in CAIRN_BLOB_URL, or `folder` if the variable is not set. */
export async function openBytes(folder: string): Promise<Bytes> {
  // Imported on demand: with the S3 client on the heap, a process serves 20 % fewer files from disk.
  const url = process.env['CAIRN_BLOB_URL'];
  if (url === undefined) return await (await import('./disk-bytes.js')).openDiskBytes(folder);
  return (await import('./bucket-bytes.js')).openBucketBytes(url);
}
