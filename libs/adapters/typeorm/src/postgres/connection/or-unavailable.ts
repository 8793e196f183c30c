import { StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf, messageOf } from '../../sql/query-cause.js';

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
