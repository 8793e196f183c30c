import { close, fstat, open, read } from 'node:fs';
import { mkdir, open as openHandle, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bytes } from './bytes.js';

// Raw descriptors: reading through the objects of `node:fs/promises` is a sixth slower.
const opening = promisify(open);
const statting = promisify(fstat);
const reading = promisify(read);
const closing = promisify(close);

/** Stores each key as a file. A file is renamed to its key only after its bytes are synced. */
export async function openDiskBytes(folder: string): Promise<Bytes> {
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
