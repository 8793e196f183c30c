import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf } from '../../sql/query-cause.js';

const unavailable = /^SQLITE_(BUSY|IOERR|READONLY|CANTOPEN)/;
// The second where the index of the write-ahead log, which is mapped into memory, cannot grow.
const full = /^SQLITE_(FULL|IOERR_SHMSIZE)$/;

/** `StorageFull` or `StorageUnavailable` where SQLite (https://sqlite.org/rescode.html) says so; any other error as it is. */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  if (isFull(error)) return new StorageFull('The disk is full: the database takes nothing more.', { cause });
  return unavailable.test(codeOf(cause))
    ? new StorageUnavailable('The database is not available.', { cause })
    : error;
}

/** Whether there was no room on the disk for it. */
export function isFull(error: unknown): boolean {
  return full.test(codeOf(causeOf(error)));
}
