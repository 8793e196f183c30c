import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { anonymous, decide, ScopeMissing, type Principal, type Requirement } from '@cairn/access';
import type { Operation } from '@cairn/api-schema';
import type { ClientAddresses } from '../http/client-addresses.js';
import { requestContextOf } from '../http/request-context.js';
import type { HubAuth } from '../settings/hub-auth.js';
import { keyNeeded } from './key-needed.js';
import type { KeylessPolicy } from './keyless-policy.js';
import type { RateLimits } from './rate-limits.js';
import type { SignIn } from './sign-in.js';

interface GatekeeperOptions {
  readonly signIn: SignIn;
  readonly rates: RateLimits;
  readonly keyless: KeylessPolicy;
  readonly clients: ClientAddresses;
  readonly hubAuth: HubAuth;
}

/** A request on its way to an operation. */
interface AdmissionRequest {
  readonly request: IncomingMessage;
  readonly operation: Operation;
  readonly query: ParsedUrlQuery;
}

/** The one door to every operation: finds out who calls, and whether they may, and how often. */
export class Gatekeeper {
  constructor(private readonly options: GatekeeperOptions) {}

  /** Lets the request through and notes its principal. @throws {HttpError} {InvalidKey} {ScopeMissing} */
  async admit({ request, operation, query }: AdmissionRequest): Promise<void> {
    const requirement = requirementOf(operation, this.options.hubAuth);
    if (requirement.access === 'open') return;
    const address = this.options.clients.of(request);
    const principal = await this.identify(request, { operation, query }, address);
    requestContextOf(request).principal = principal;
    const decision = decide(principal, requirement);
    if (decision === 'key-needed') throw keyNeeded();
    if (principal.kind === 'anonymous') this.options.keyless.check(request, operation);
    if (decision === 'scope-missing' && requirement.scope) throw new ScopeMissing(requirement.scope);
    const who = principal.kind === 'key' ? principal.caller.accountId : address;
    await this.options.rates.count(operation.id === 'uploadImage' ? 'uploads' : 'requests', who);
  }

  private async identify(
    { headers }: IncomingMessage,
    { operation, query }: Omit<AdmissionRequest, 'request'>,
    address: string,
  ): Promise<Principal> {
    const header = headers.authorization ?? tokenIn(query, operation);
    if (header === undefined) return anonymous;
    const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
    if (token === undefined) throw keyNeeded();
    return { kind: 'key', caller: await this.options.signIn.execute(token, address) };
  }
}

/** What the operation asks of its callers, where spaces can be used without a key or not. */
export function requirementOf({ access, scope }: Operation, hubAuth: HubAuth): Requirement {
  return { access: access === 'optional' && hubAuth === 'required' ? 'key' : access, scope };
}

/** Clients of XYZ Hub that run in browsers send the key in the query. */
function tokenIn({ access_token: token }: ParsedUrlQuery, { family }: Operation): string | undefined {
  return family === 'spaces' && typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
}
