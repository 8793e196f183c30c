import type { Operation } from '@cairn/api-schema';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import { queryOf } from '../http/query.js';
import { OPERATION } from '../http/routing/handles-operation.js';
import { Gatekeeper } from './gatekeeper.js';

/** Runs the gatekeeper for requests that Nest handles. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Gatekeeper) private readonly gatekeeper: Gatekeeper,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<Operation | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) return true;
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    await this.gatekeeper.authorize({ request, operation, query: queryOf(request) });
    return true;
  }
}
