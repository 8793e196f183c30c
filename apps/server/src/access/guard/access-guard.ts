import type { Operation } from '@cairn/api-schema';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { queryOf } from '../../http/query.js';
import { OPERATION } from '../../http/operations/handles-operation.js';
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
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()];
    await this.gatekeeper.authorize({ request, response, operation, query: queryOf(request) });
    return true;
  }
}
