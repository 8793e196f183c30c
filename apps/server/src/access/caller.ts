import type { IncomingMessage } from 'node:http';
import type { Caller } from '@cairn/access';
import { requestContextOf } from '../http/request-context.js';
import { keyNeeded } from './key-needed.js';

/** The authenticated caller, for operations that need a key. @throws {HttpError} 401 without a key. */
export function callerOf(request: IncomingMessage): Caller {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'key') throw keyNeeded();
  return principal.caller;
}
