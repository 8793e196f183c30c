import { mkdir, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StorageUnavailable } from '@cairn/kernel';
import { codeOf, ifPresent, storing } from './fs-errors.js';

/** Error codes for directories that this process cannot sync. It cannot have created anything in them either. */
const NOT_OURS = new Set<unknown>(['EACCES', 'EPERM', 'EINVAL', 'EROFS']);

/**
 * Creates a directory and its parents, accessible to the owner only, and makes their entries durable. Also syncs the
 * entry of an existing directory: its creator may have been killed before doing so.
 * @throws {StorageUnavailable}
 */
export async function makeDirectory(path: string): Promise<void> {
  const parent = dirname(path);
  if ((await ifPresent(stat(path))) === undefined) {
    await makeDirectory(parent);
    await makeDirectories(parent, [basename(path)]);
    return;
  }
  try {
    await syncDirectory(parent);
  } catch (error) {
    if (!(error instanceof StorageUnavailable && NOT_OURS.has(codeOf(error.cause)))) throw error;
  }
}

/**
 * Creates directories in an existing one, and makes their entries durable with one flush. @throws
 * {StorageUnavailable}
 */
export async function makeDirectories(parent: string, names: readonly string[]): Promise<void> {
  await storing(Promise.all(names.map((name) => makeUnlessThere(join(parent, name)))));
  await syncDirectory(parent);
}

async function makeUnlessThere(path: string): Promise<void> {
  try {
    await mkdir(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Makes the entries of a directory durable. @throws {StorageUnavailable} */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot flush a directory; its file systems journal them
  const handle = await storing(open(path));
  try {
    await storing(handle.sync());
  } finally {
    await handle.close();
  }
}
