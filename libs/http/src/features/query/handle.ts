import { hash } from 'node:crypto';
import { InvalidInput } from '@cairn/kernel';

const CHECK_LENGTH = 8;
/** Prefix that preserves leading zeros. */
const MARK = '1';

/** The cursor of an iteration, as opaque digits: here-cli follows a handle only if it is a number. */
export function formatHandle(lastId: string): string {
  return BigInt(`0x${MARK}${checkOf(lastId)}${Buffer.from(lastId).toString('hex')}`).toString();
}

/** The id to continue after; `undefined` for the start. @throws {InvalidInput} for an invalid handle. */
export function parseHandle(handle: string | undefined): string | undefined {
  if (handle === undefined || handle === '0') return undefined;
  const bytes = /^\d+$/.test(handle) ? BigInt(handle).toString(16) : '';
  const lastId = Buffer.from(bytes.slice(MARK.length + CHECK_LENGTH), 'hex').toString();
  if (formatHandle(lastId) === handle) return lastId;
  throw InvalidInput.of('invalid-handle', 'Error trying to decode the iteration nextPageToken.');
}

/** A checksum that detects other texts. It is not a protection against forgery. */
const checkOf = (id: string): string => hash('sha256', `handle ${id}`, 'hex').slice(0, CHECK_LENGTH);
