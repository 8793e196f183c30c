import { mkdir, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StorageUnavailable, StorageFull } from '@cairn/kernel';
import { constants } from 'node:os';

// Node has no name for an exceeded disk quota.
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', `Unknown system error -${constants.errno.EDQUOT}`]);

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

/** The code from the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Maps a file system error to the port's error. Paths stay in `cause`. */
export function unavailable(cause: unknown): StorageUnavailable {
  return FULL.has(codeOf(cause))
    ? new StorageFull('The disk is full: the image storage takes nothing more.', { cause })
    : new StorageUnavailable('The image storage is out of order.', { cause });
}

/** Awaits a file system call. @throws {StorageUnavailable} when it fails. */
export async function storing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

/** Awaits a file system call; `undefined` if the file does not exist. */
export async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unavailable(error);
  }
}
