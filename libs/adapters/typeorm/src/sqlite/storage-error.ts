import { QueryFailedError } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';

const unavailable = /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/;

/** `StorageUnavailable` where SQLite (https://sqlite.org/rescode.html) says so; any other error as it is. */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  return isUnavailable(cause) ? new StorageUnavailable('The database is not available.', { cause }) : error;
}

/** What SQLite itself said: the error around it repeats every value of the statement, which no log should. */
export function causeOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

function isUnavailable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && unavailable.test(String(error.code))
  );
}
