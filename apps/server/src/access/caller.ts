import type { IncomingMessage } from 'node:http';
import type { Caller } from '@cairn/access';
import { createParamDecorator, UnauthorizedException, type ExecutionContext } from '@nestjs/common';
import { requestContextOf } from '../http/request-context.js';

/** The caller that the gatekeeper found, of an operation that needs a key. */
export function callerOf(request: IncomingMessage): Caller {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'key') throw new UnauthorizedException();
  return principal.caller;
}

/** The same as a parameter of a controller's method. */
export const Authenticated = createParamDecorator((_: undefined, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<IncomingMessage>()),
);
