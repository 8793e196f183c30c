import { constants } from 'node:os';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';

// Node has no name for an exceeded disk quota.
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', `Unknown system error -${constants.errno.EDQUOT}`]);

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
