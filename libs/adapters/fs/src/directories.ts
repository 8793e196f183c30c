import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storing } from './fs-errors.js';

/** Makes a directory that its owner alone can enter, and its entry durable. @throws {StorageUnavailable} */
export async function makeDirectory(path: string): Promise<void> {
  await storing(mkdir(path, { recursive: true, mode: 0o700 }));
  await syncDirectory(dirname(path));
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
