import type { Caller } from '@cairn/accounts';
import { createParamDecorator, UnauthorizedException, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { exchangeOf } from '../http/exchange.js';

/** The caller that the guard found, of an operation that needs a key. */
export const Authenticated = createParamDecorator((_: undefined, context: ExecutionContext): Caller => {
  const { caller } = exchangeOf(context.switchToHttp().getRequest<IncomingMessage>());
  if (caller === undefined) throw new UnauthorizedException();
  return caller;
});
