import { constants } from 'node:os';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';

// Node has no name of its own for a disk quota that is reached.
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', `Unknown system error -${constants.errno.EDQUOT}`]);

/** The code that the operating system gave, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** What a failure of the file system means to a caller; paths stay in its cause. */
export function unavailable(cause: unknown): StorageUnavailable {
  return FULL.has(codeOf(cause))
    ? new StorageFull('The disk is full: the image storage takes nothing more.', { cause })
    : new StorageUnavailable('The image storage is out of order.', { cause });
}

/** Waits for work on the file system. @throws {StorageUnavailable} when it fails. */
export async function storing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

/** Waits for work on something that may not be there, and then gives `undefined`. */
export async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unavailable(error);
  }
}
