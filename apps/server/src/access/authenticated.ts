import type { IncomingMessage } from 'node:http';
import type { Caller } from '@cairn/access';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf } from './caller.js';

/** Injects the caller into a parameter of a controller method. */
export const Authenticated = createParamDecorator((_: undefined, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<IncomingMessage>()),
);
