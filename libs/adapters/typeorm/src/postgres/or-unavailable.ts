import { StorageUnavailable } from '@cairn/kernel';
import { causeOf } from '../query-cause.js';

/** What a connection is needed for: whatever goes wrong with it, it may go right later. @throws {StorageUnavailable} */
export async function orUnavailable<T>(
  connecting: Promise<T>,
  message = 'The database is not available',
): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    const cause = causeOf(error);
    throw new StorageUnavailable(`${message}: ${reasonOf(cause)}`, { cause });
  }
}

/** Where a name has several addresses, Node says nothing but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
