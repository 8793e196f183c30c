import { StorageUnavailable } from '@cairn/kernel';
import { causeOf, codeOf, messageOf } from '../../sql/query-cause.js';

/** What a connection is needed for: whatever goes wrong with it, it may go right later. @throws {StorageUnavailable} */
export async function orUnavailable<T>(
  connecting: Promise<T>,
  message = 'The database is not available',
): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    const cause = causeOf(error);
    const reason = messageOf(cause) || codeOf(cause); // where a name has several addresses, Node gives but a code
    throw new StorageUnavailable(`${message}: ${reason}`, { cause });
  }
}
