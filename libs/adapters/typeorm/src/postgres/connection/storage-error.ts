import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf, messageOf } from '../../sql/query-cause.js';

// https://www.postgresql.org/docs/current/errcodes-appendix.html: by class (connection, authorization, resources,
// system)
const unavailableClass = /^(08|28|53|58)/;

const unavailableStates = new Set([
  ...['57P01', '57P02', '57P03', '57P04', '57P05'], // shut down, crashed, starting, dropped, idle for too long
  ...['57014', '55P03', '25P03', '25P04'], // past the timeout of a statement, a lock, a transaction
  ...['25006', '3D000'], // read-only, no such database
  ...['40001', '40P01'], // conflicts that outlast the retries
]);

const lostSocket = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE'],
]);

// Messages of `pg` and its pool without a code.
const lostClient = /^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded))/;

const DISK_FULL = '53100';

/** `StorageFull` or `StorageUnavailable` for errors of the server, the network or `pg`; other errors unchanged. */
export function storageError(error: unknown): unknown {
  const cause = causeOf(error);
  if (codeOf(cause) === DISK_FULL)
    return new StorageFull('The disk is full: the database takes nothing more.', { cause });
  return isUnavailable(cause) ? new StorageUnavailable('The database is not available.', { cause }) : error;
}

/** Whether the transaction was rolled back because of a conflict, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(causeOf(error));
  return code === '40001' || code === '40P01';
}

/** Whether another transaction kept a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(causeOf(error)) === '55P03';
}

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return unavailableClass.test(code) || unavailableStates.has(code) || lostSocket.has(code);
  return (
    error instanceof QueryRunnerAlreadyReleasedError || // TypeORM releases a connection that is lost
    error instanceof QueryRunnerProviderAlreadyReleasedError ||
    lostClient.test(messageOf(error))
  );
}

/** Maps every error of an attempt to connect, as it may be temporary. @throws {StorageUnavailable} */
export async function orUnavailable<T>(
  connecting: Promise<T>,
  message = 'The database is not available',
): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    const cause = causeOf(error);
    const reason = messageOf(cause) || codeOf(cause); // for a name with several addresses Node gives only a code
    throw new StorageUnavailable(`${message}: ${reason}`, { cause });
  }
}
