import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storing } from './fs-errors.js';

/** Makes a directory, and those it lies in, that its owner alone can enter, and their entries durable. @throws {StorageUnavailable} */
export async function makeDirectory(path: string): Promise<void> {
  const first = await storing(mkdir(path, { recursive: true, mode: 0o700 }));
  for (let made = path; made.length >= (first ?? path).length; made = dirname(made)) {
    await syncDirectory(dirname(made));
  }
}

/** Makes directories in one that may not be there either, their entries durable with one flush. @throws {StorageUnavailable} */
export async function makeDirectories(parent: string, names: readonly string[]): Promise<void> {
  await makeDirectory(parent);
  const making = names.map((name) => mkdir(join(parent, name), { recursive: true, mode: 0o700 }));
  await storing(Promise.all(making));
  await syncDirectory(parent);
}

/** Makes the entries of a directory durable. @throws {StorageUnavailable} */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // which flushes no directory; its file systems keep a journal of them
  const handle = await storing(open(path));
  try {
    await storing(handle.sync());
  } finally {
    await handle.close();
  }
}
