import { constants } from 'node:os';
import { StorageFull } from '@cairn/kernel';

/** Some versions of Node do not know EDQUOT by its name. SQLite has a code of its own. */
const FULL = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  `Unknown system error -${constants.errno.EDQUOT}`,
  'SQLITE_FULL',
]);

/** The error of the house where a disk is full, and others as they are. */
export function diskError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && FULL.has(error.code);
  return isFull ? fullDisk(error) : error;
}

export const fullDisk = (cause?: unknown): StorageFull =>
  new StorageFull('The disk for files that are imported or exported is full.', { cause });
