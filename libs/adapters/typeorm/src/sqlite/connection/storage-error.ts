import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf } from '../../sql/query-cause.js';

const unavailable = /^SQLITE_(BUSY|IOERR|READONLY|CANTOPEN)/;
// The second occurs when the memory-mapped index of the write-ahead log cannot grow.
const full = /^SQLITE_(FULL|IOERR_SHMSIZE)$/;

/**
 * `StorageFull` or `StorageUnavailable` for SQLite's errors (https://sqlite.org/rescode.html); other errors unchanged,
 * without TypeORM's wrapper.
 */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  if (isFull(error)) return new StorageFull('The disk is full: the database takes nothing more.', { cause });
  return unavailable.test(codeOf(cause))
    ? new StorageUnavailable('The database is not available.', { cause })
    : cause;
}

/** Whether the disk was full. */
export function isFull(error: unknown): boolean {
  return full.test(codeOf(causeOf(error)));
}
