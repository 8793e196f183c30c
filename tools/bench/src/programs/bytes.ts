import { close, fstat, open, read } from 'node:fs';
import { mkdir, open as openHandle, rename, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A byte store with the same durability as Cairn's. */
export interface Bytes {
  put(key: string, bytes: Readable, sizeInBytes: number): Promise<void>;
  /** Sends the bytes with these headers, given as alternating names and values. */
  send(key: string, response: ServerResponse, headers: readonly string[]): Promise<void>;
}

/** Uses the bucket in CAIRN_BLOB_URL, or `folder` if the variable is not set. */
export async function openBytes(folder: string): Promise<Bytes> {
  const url = process.env['CAIRN_BLOB_URL'];
  return await (url === undefined ? openDisk(folder) : openBucket(url));
}

// Raw descriptors: reading through the objects of `node:fs/promises` is a sixth slower.
const opening = promisify(open);
const statting = promisify(fstat);
const reading = promisify(read);
const closing = promisify(close);

/** Stores each key as a file. A file is renamed to its key only after its bytes are synced. */
async function openDisk(folder: string): Promise<Bytes> {
  const files = join(folder, 'files');
  await mkdir(files);
  return {
    put: async (key, bytes) => {
      const temporary = join(folder, key);
      await writeFile(temporary, bytes, { flag: 'wx', flush: true });
      await rename(temporary, join(files, key));
      const directory = await openHandle(files);
      await directory.sync();
      await directory.close();
    },
    send: async (key, response, headers) => {
      const descriptor = await opening(join(files, key), 'r');
      const bytes = Buffer.allocUnsafe((await statting(descriptor)).size);
      await reading(descriptor, bytes, 0, bytes.length, 0);
      response.writeHead(200, [...headers]).end(bytes);
      await closing(descriptor);
    },
  };
}

/** Stores each key as an object. `url` has the form of CAIRN_BLOB_URL, with access key and port. */
async function openBucket(url: string): Promise<Bytes> {
  const { Client } = await import('minio'); // with it on the heap, a process serves 20 % fewer files from disk
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const bucket = pathname.slice(1);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: searchParams.get('tls') !== 'false',
    region: searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  });
  return {
    put: async (key, bytes, sizeInBytes) => void (await client.putObject(bucket, key, bytes, sizeInBytes)),
    send: async (key, response, headers) => {
      const bytes = await client.getObject(bucket, key);
      bytes.pipe(response.writeHead(200, [...headers]));
    },
  };
}
