import { StorageUnavailable } from '@cairn/kernel';
import { causeOf } from '../query-cause.js';

const unavailable = /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/;

/** `StorageUnavailable` where SQLite (https://sqlite.org/rescode.html) says so; any other error as it is. */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  return isUnavailable(cause) ? new StorageUnavailable('The database is not available.', { cause }) : error;
}

function isUnavailable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && unavailable.test(String(error.code))
  );
}
