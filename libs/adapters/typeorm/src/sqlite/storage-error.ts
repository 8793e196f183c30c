import { StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf } from '../query-cause.js';

const unavailable = /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/;

/** `StorageUnavailable` where SQLite (https://sqlite.org/rescode.html) says so; any other error as it is. */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  return unavailable.test(codeOf(cause))
    ? new StorageUnavailable('The database is not available.', { cause })
    : error;
}
