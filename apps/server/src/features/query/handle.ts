import { hash } from 'node:crypto';
import { InvalidInput } from '@cairn/kernel';

const CHECK_LENGTH = 8;

/** Where an iteration goes on, as an opaque text. */
export function formatHandle(lastId: string): string {
  return checkOf(lastId) + Buffer.from(lastId).toString('base64url');
}

/** The id behind which to go on; `undefined` for the start. @throws {InvalidInput} for what is no handle. */
export function parseHandle(handle: string | undefined): string | undefined {
  if (handle === undefined || handle === '0') return undefined;
  const lastId = Buffer.from(handle.slice(CHECK_LENGTH), 'base64url').toString();
  if (formatHandle(lastId) === handle) return lastId;
  throw InvalidInput.of('invalid-handle', 'Error trying to decode the iteration nextPageToken.');
}

/** Tells a handle from any other text; it is no protection. */
const checkOf = (id: string): string => hash('sha256', `handle ${id}`, 'hex').slice(0, CHECK_LENGTH);
