import type { IncomingMessage } from 'node:http';
import type { Caller, Principal } from '@cairn/access';
import { requestContextOf } from '../http/request-context.js';
import { keyNeeded } from './key-needed.js';

/** The account that a principal is counted and logged as, if it has one. */
export function accountOf(principal: Principal): string | undefined {
  switch (principal.kind) {
    case 'anonymous':
      return undefined;
    case 'key':
      return principal.caller.accountId;
    case 'token':
      return principal.holder.accountId;
  }
}

/** The authenticated caller, for operations that need a key. @throws {HttpError} 401 without a key. */
export function callerOf(request: IncomingMessage): Caller {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'key') throw keyNeeded();
  return principal.caller;
}
