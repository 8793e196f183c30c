import { grants, ScopeMissing, type Caller } from '@cairn/accounts';
import type { Operation } from '@cairn/api-schema';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { exchangeOf } from '../http/exchange.js';
import { Refusal } from '../http/refusal.js';
import { OPERATION } from '../http/serves.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import { KeylessPolicy } from './keyless-policy.js';
import { RateLimits } from './rate-limits.js';
import { SignIn } from './sign-in.js';

/** Lets a request through to its operation: a valid key where one is sent or needed, its scope, its rate. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(RateLimits) private readonly rates: RateLimits,
    @Inject(KeylessPolicy) private readonly keyless: KeylessPolicy,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<Operation | undefined>(OPERATION, context.getHandler());
    if (operation === undefined || operation.access === 'open') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const address = request.ip ?? '';
    const caller = await this.callerOf(request, operation, address);
    if (caller) exchangeOf(request).caller = caller;
    else this.keyless.check(request, operation);
    if (caller && operation.scope && !grants(caller.scopes, operation.scope))
      throw new ScopeMissing(operation.scope);
    await this.rates.count(
      operation.id === 'uploadImage' ? 'uploads' : 'requests',
      caller?.accountId ?? address,
    );
    return true;
  }

  private async callerOf(
    request: Request,
    operation: Operation,
    address: string,
  ): Promise<Caller | undefined> {
    const header = request.headers.authorization ?? tokenOf(request, operation);
    const keyNeeded = operation.access === 'key' || this.settings.hubAuth === 'required';
    if (header === undefined && !keyNeeded) return undefined;
    return await this.signIn.execute(bearerOf(header), address);
  }
}

/** Clients of XYZ Hub that run in browsers send the key in the query. */
function tokenOf({ query }: Request, { family }: Operation): string | undefined {
  const { access_token: token } = query;
  return family === 'spaces' && typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
}

function bearerOf(header: string | undefined): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (token !== undefined) return token;
  throw new Refusal({
    status: 401,
    code: 'unauthenticated',
    detail: 'An API key is needed: send `Authorization: Bearer <API_KEY>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="cairn"' },
  });
}
