import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import {
  anonymous,
  ContributionRefused,
  decide,
  isLinkSecret,
  missingScope,
  ScopeMissing,
  type Principal,
  type Requirement,
} from '@cairn/access';
import type { Operation } from '@cairn/api-schema';
import type { ClientAddresses } from '../http/client-addresses.js';
import { IDEMPOTENCY_HEADER, type Idempotency } from '../http/idempotency/idempotency.js';
import { requestContextOf } from '../http/request-context.js';
import { pathOf } from '../http/query.js';
import type { HubAuth } from '../settings/hub-auth.js';
import type { LinkAccess } from '../sharing/link-access.js';
import { accountOf } from './caller.js';
import { ACCOUNT_HEADER, type Delegation } from './delegation.js';
import { keyNeeded, sessionNeeded } from './key-needed.js';
import type { KeylessPolicy } from './keyless-policy.js';
import type { RateLimits } from './rate-limits.js';
import type { SameOrigin } from './sessions/same-origin.js';
import type { SharedAccess } from './shared-access.js';
import type { Visitors } from './sessions/visitors.js';
import { bearerIn, type SignIn } from './sign-in.js';

interface GatekeeperOptions {
  readonly signIn: SignIn;
  readonly visitors: Visitors;
  readonly sameOrigin: SameOrigin;
  readonly rates: RateLimits;
  readonly links: Pick<LinkAccess, 'open' | 'authenticate'>;
  readonly keyless: KeylessPolicy;
  readonly clients: ClientAddresses;
  readonly hubAuth: HubAuth;
  readonly shared: Pick<SharedAccess, 'heldBy'>;
  readonly delegation: Pick<Delegation, 'execute'>;
  readonly idempotency: Pick<Idempotency, 'begin'>;
}

interface AuthorizationRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: Operation;
  readonly query: ParsedUrlQuery;
}

/** The credential of a request, its operation and its client address. */
interface Credential {
  readonly header: string | undefined;
  readonly operation: Operation;
  readonly address: string;
}

/** What counts as an upload. */
const UPLOADS: readonly string[] = ['uploadImage', 'uploadImages', 'uploadShared', 'uploadAlbumImage'];

/** Authenticates, authorizes and rate-limits every request to an operation. */
export class Gatekeeper {
  private readonly requirements = new Map<Operation, Requirement>();

  constructor(private readonly options: GatekeeperOptions) {}

  /**
   * Stores the operation and the principal in the request context. @throws {HttpError} {InvalidKey} {ScopeMissing} if
   * denied. {AlreadyAnswered} if its idempotency key has an answer.
   */
  async authorize(asked: AuthorizationRequest): Promise<void> {
    await this.admit(asked);
    // First, because what a repeated request names may be gone: its answer is there all the same.
    if (asked.request.headers[IDEMPOTENCY_HEADER] !== undefined) await this.options.idempotency.begin(asked);
    if (asked.operation.api === 'spaces' || asked.request.headers[ACCOUNT_HEADER] !== undefined)
      await this.delegate(asked);
  }

  private async admit({ request, operation, query }: AuthorizationRequest): Promise<void> {
    const context = requestContextOf(request);
    context.operation = operation;
    const requirement = this.requirementOf(operation);
    if (requirement.access === 'open') {
      if (isOfBrowsers(operation)) this.options.sameOrigin.check(request);
      return;
    }
    const address = this.options.clients.networkOf(request);
    if (requirement.access === 'link') {
      const link = await this.options.links.open(request, secretIn(request), countedAs(operation));
      context.principal = { kind: 'link', link };
      if (decide(context.principal, requirement) === 'role-missing') throw new ContributionRefused();
      return;
    }
    const header = request.headers.authorization ?? tokenIn(query, operation);
    // Most reads have no credential: skip the await for them.
    const principal =
      header === undefined && !this.options.visitors.comesWithCookie(request)
        ? anonymous
        : await this.identify(request, { header, operation, address });
    context.principal = principal;
    const decision = decide(principal, requirement);
    if (decision === 'key-needed') throw keyNeeded();
    if (decision === 'session-needed') throw sessionNeeded();
    if (principal.kind === 'anonymous') this.options.keyless.check(request, operation);
    if (principal.kind === 'key' || principal.kind === 'session') {
      const missing = missingScope(principal.caller, requirement.scopes);
      if (missing !== undefined) throw new ScopeMissing(missing);
    }
    const who = accountOf(principal) ?? address;
    context.holder = who;
    const counted = countedAs(operation);
    if (this.options.rates.limits(counted)) await this.options.rates.count(counted, who);
  }

  /** Has the caller act in another account, if they ask for it, and finds out what others share with them. */
  private async delegate(asked: AuthorizationRequest): Promise<void> {
    const { delegation, shared } = this.options;
    const context = requestContextOf(asked.request);
    const { principal } = context;
    if (principal.kind !== 'key' && principal.kind !== 'session') return;
    const { caller } = principal;
    if (asked.operation.api === 'spaces') context.held = await shared.heldBy(caller);
    if (asked.request.headers[ACCOUNT_HEADER] === undefined) return;
    const acting = await delegation.execute(caller, asked);
    if (acting !== undefined) context.acting = acting;
  }

  private requirementOf(operation: Operation): Requirement {
    const known = this.requirements.get(operation) ?? requirementOf(operation, this.options.hubAuth);
    this.requirements.set(operation, known);
    return known;
  }

  private async identify(
    request: IncomingMessage,
    { header, operation, address }: Credential,
  ): Promise<Principal> {
    if (header === undefined) return await this.options.visitors.identify(request);
    const token = bearerIn(header);
    if (token === undefined) throw keyNeeded();
    const toHub = operation.api === 'spaces';
    // No key and no token looks like that.
    if (toHub && isLinkSecret(token))
      return { kind: 'link', link: await this.options.links.authenticate(request, token) };
    return await this.options.signIn.execute(token, { address, toHub });
  }
}

/** What an operation requires of its callers. `hubAuth` decides whether spaces need a key or a token. */
export function requirementOf({ access, scope, role }: Operation, hubAuth: HubAuth): Requirement {
  const scopes = scope === undefined ? [] : [scope].flat();
  return { access: access === 'optional' && hubAuth === 'required' ? 'credential' : access, scopes, role };
}

/** Signing in, and the forms on the pages of links. */
const isOfBrowsers = ({ api, path }: Operation): boolean => api === 'users' || path.startsWith('/a/');

const countedAs = ({ id }: Operation): 'uploads' | 'requests' =>
  UPLOADS.includes(id) ? 'uploads' : 'requests';

/** Browser clients of XYZ Hub send the key or token in the query, some with the `+` of base64 as it is. */
function tokenIn({ access_token: token }: ParsedUrlQuery, { api }: Operation): string | undefined {
  return api === 'spaces' && typeof token === 'string' && token !== ''
    ? `Bearer ${token.replaceAll(' ', '+')}`
    : undefined;
}

/** The secret of a link is the last segment of its own path, which those of its images begin with. */
const secretIn = (request: IncomingMessage): string => pathOf(request).split('/')[3] ?? '';
