import type { IncomingMessage } from 'node:http';
import { callerIn, LinkNotFound, type Caller, type Link, type Principal, type Visitor } from '@cairn/access';
import { requestContextOf } from '../messages/request-context.js';
import { keyNeeded, sessionNeeded } from './key-needed.js';

/** The account that a principal is counted and logged as, if it has one. */
export function accountOf(principal: Principal): string | undefined {
  switch (principal.kind) {
    case 'anonymous':
    case 'link':
      return undefined;
    case 'key':
    case 'session':
    case 'host':
    case 'upload-token':
      return principal.caller.accountId;
    case 'token':
      return principal.holder.accountId;
  }
}

/**
 * The authenticated caller, for operations that need a key or a session. Its account is the one that the caller acts
 * in; their right to act there was already checked.
 * @throws {HttpError} 401 without one.
 */
export function callerOf(request: IncomingMessage): Caller {
  const { principal, acting } = requestContextOf(request);
  const caller = callerIn(principal);
  if (caller === undefined) throw keyNeeded();
  return acting === undefined ? caller : { ...caller, accountId: acting.accountId };
}

/** The user who is signed in, for operations that need a session. @throws {HttpError} 401 without one. */
export function visitorOf(request: IncomingMessage): Visitor {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'session') throw sessionNeeded();
  return principal;
}

/** The link of a request, for operations that need one. @throws {LinkNotFound} without one. */
export function linkOf(request: IncomingMessage): Link {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'link') throw new LinkNotFound();
  return principal.link;
}
