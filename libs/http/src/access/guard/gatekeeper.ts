import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import {
  AccessForbidden,
  callerIn,
  ContributionRefused,
  decide,
  isLinkSecret,
  missingScope,
  ScopeMissing,
  type Grant,
  type Principal,
  type Requirement,
} from '@cairn/access';
import type { Operation } from '@cairn/api-schema';
import type { ClientAddresses } from '../../messages/client-addresses.js';
import { bearerIn } from '../../messages/bearer.js';
import { IDEMPOTENCY_HEADER, type Idempotency } from '../../idempotency/idempotency.js';
import { requestContextOf, type RequestContext } from '../../messages/request-context.js';
import { pathOf } from '../../messages/query.js';
import { refuseUnknownConditions } from '../../routing/hub-conditions.js';
import { refuseUnknownParameters } from '../../routing/known-parameters.js';
import type { HubAuth } from '../../settings/http-settings.js';
import type { LinkAccess } from './link-access.js';
import { accountOf } from '../caller.js';
import { ACCOUNT_HEADER, type Delegation } from '../delegation.js';
import { keyNeeded, sessionNeeded } from '../key-needed.js';
import type { KeylessPolicy } from '../keyless-policy.js';
import type { RateLimits } from '../rate-limits.js';
import type { SameOrigin } from '../sessions/same-origin.js';
import type { SharedAccess } from '../shared-access.js';
import { UploadTokens } from '../upload-tokens.js';
import type { Principals } from './principals.js';
import { noteAdmission } from '../../messages/still-allowed.js';

interface GatekeeperOptions {
  readonly principals: Pick<Principals, 'of' | 'needed'>;
  readonly sameOrigin: SameOrigin;
  readonly rates: RateLimits;
  readonly links: Pick<LinkAccess, 'open' | 'recheck' | 'authenticate'>;
  readonly keyless: Pick<KeylessPolicy, 'check'>;
  readonly clients: ClientAddresses;
  readonly hubAuth: HubAuth;
  readonly uploadTokens: Pick<UploadTokens, 'execute'>;
  readonly shared: Pick<SharedAccess, 'heldBy' | 'noteUse'>;
  readonly delegation: Pick<Delegation, 'execute'>;
  readonly idempotency: Pick<Idempotency, 'begin'>;
}

interface AuthorizationRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: Operation;
  readonly query: ParsedUrlQuery;
}

/** Authenticates, authorizes and rate-limits every request to an operation. */
export class Gatekeeper {
  private readonly requirements = new Map<Operation, Requirement>();

  constructor(private readonly options: GatekeeperOptions) {}

  /**
   * Stores the operation and the principal in the request context. @throws {HttpError} {InvalidKey} {ScopeMissing} if
   * denied. {AlreadyAnswered} if its idempotency key has an answer. {InvalidInput} for a parameter that it does not have.
   */
  async authorize(asked: AuthorizationRequest): Promise<void> {
    await this.admit(asked);
    // Runs first: what a repeated request names may be deleted by now, but its response is still kept.
    if (asked.request.headers[IDEMPOTENCY_HEADER] !== undefined)
      await this.options.idempotency.begin(asked, () => this.delegateIfAsked(asked));
    await this.delegateIfAsked(asked);
    refuseUnknownParameters(asked.operation, asked.query);
    refuseUnknownConditions(asked.operation, asked.query);
    if (requestContextOf(asked.request).principal.kind !== 'anonymous')
      noteAdmission(asked.request, () => this.assertStill(asked));
  }

  private async admit(asked: AuthorizationRequest): Promise<void> {
    const { request, operation } = asked;
    const context = requestContextOf(request);
    context.operation = operation;
    const network = this.options.clients.networkOf(request);
    context.holder = network;
    const { access } = this.requirementOf(operation);
    if (request.method !== 'GET' && isOfBrowsers(operation)) this.options.sameOrigin.check(request);
    if (access === 'open') return;
    const { counts: counted = 'requests' } = operation;
    if (access === 'link') {
      context.principal = {
        kind: 'link',
        link: await this.options.links.open(request, secretIn(request), counted),
      };
      this.assertDecided(asked);
      return;
    }
    context.principal = await this.identify(asked);
    this.assertDecided(asked);
    const who = accountOf(context.principal) ?? network;
    context.holder = who;
    if (this.options.rates.limits(counted)) await this.options.rates.count(counted, who);
  }

  /** @throws {HttpError} {ScopeMissing} {ContributionRefused} if the principal may not call the operation. */
  private assertDecided({ request, operation }: AuthorizationRequest): void {
    const { principal } = requestContextOf(request);
    const requirement = this.requirementOf(operation);
    const decision = decide(principal, requirement);
    if (decision === 'role-missing') throw new ContributionRefused();
    if (decision === 'key-needed') throw this.options.principals.needed();
    if (decision === 'session-needed') throw sessionNeeded();
    if (principal.kind === 'anonymous') this.options.keyless.check(request, operation);
    const caller = callerIn(principal);
    const missing = caller && missingScope(caller, requirement.scopes);
    if (missing !== undefined) throw new ScopeMissing(missing);
  }

  /**
   * Checks again that the caller may continue a request. Counts nothing towards rate limits.
   * @throws {HttpError} {InvalidKey} {ScopeMissing} {LinkNotFound} {AccessForbidden} if the credential has ended, or a
   * grant was taken.
   */
  private async assertStill(asked: AuthorizationRequest): Promise<void> {
    const { request, operation } = asked;
    const context = requestContextOf(request);
    const [before, heldBefore] = [context.principal, heldIn(context)];
    context.principal =
      this.requirementOf(operation).access === 'link'
        ? { kind: 'link', link: await this.options.links.recheck(request, secretIn(request)) }
        : await this.identify(asked);
    this.assertDecided(asked);
    // Without an error, `identify` takes the visitor of an ended session for anonymous. Some operations admit anybody.
    if (context.principal.kind !== before.kind) throw keyNeeded();
    await this.delegateIfAsked(asked);
    const held = heldIn(context);
    const taken = heldBefore.find(
      ({ id, role }) => !held.some((each) => each.id === id && each.role === role),
    );
    if (taken !== undefined) throw new AccessForbidden(taken.role);
  }

  private async delegateIfAsked(asked: AuthorizationRequest): Promise<void> {
    const { principal } = requestContextOf(asked.request);
    if (principal.kind === 'upload-token') {
      const { [ACCOUNT_HEADER]: accountId = principal.token.accountId } = asked.request.headers;
      if (accountId !== principal.token.accountId) throw new AccessForbidden('owner');
      return;
    }
    if (isOfSpaces(asked.operation) || asked.request.headers[ACCOUNT_HEADER] !== undefined)
      await this.delegate(asked);
  }

  /** Lets the caller act in another account if the request asks for it, and looks up what others share with them. */
  private async delegate(asked: AuthorizationRequest): Promise<void> {
    const { delegation, shared } = this.options;
    const context = requestContextOf(asked.request);
    const caller = callerIn(context.principal);
    if (caller === undefined) return;
    if (isOfSpaces(asked.operation)) {
      const held = await shared.heldBy(caller);
      context.held = held;
      context.noteUse = (target) => shared.noteUse(held, target);
    }
    if (asked.request.headers[ACCOUNT_HEADER] === undefined) return;
    const acting = await delegation.execute(caller, asked);
    if (acting !== undefined) context.acting = acting;
  }

  private requirementOf(operation: Operation): Requirement {
    const known = this.requirements.get(operation) ?? requirementOf(operation, this.options.hubAuth);
    this.requirements.set(operation, known);
    return known;
  }

  private async identify({ request, operation, query }: AuthorizationRequest): Promise<Principal> {
    const { principals, links } = this.options;
    const bearer = bearerIn(request.headers);
    const uploadToken = uploadTokenIn(bearer, query, operation);
    if (uploadToken !== undefined) return await this.uploader(request, uploadToken);
    const token = bearer ?? tokenIn(query, operation);
    const toHub = operation.api === 'spaces';
    // No key or token has this form.
    if (token !== undefined && isOfSpaces(operation) && isLinkSecret(token))
      return { kind: 'link', link: await links.authenticate(request, token, toHub ? 'space' : 'map') };
    return await principals.of(request, { token, toHub });
  }

  /** Who uploads by a token acts in its account, by their grants there or by none. */
  private async uploader(request: IncomingMessage, text: string): Promise<Principal> {
    const { uploadTokens, clients, shared } = this.options;
    const { acting, ...holder } = await uploadTokens.execute(text, clients.networkOf(request));
    if (acting !== undefined) {
      const context = requestContextOf(request);
      context.acting = acting;
      context.noteUse = (target) => shared.noteUse(acting.held, target);
    }
    return { kind: 'upload-token', ...holder };
  }
}

/** The grants that a request depends on. */
const heldIn = ({ held = [], acting }: RequestContext): readonly Grant[] => [
  ...held,
  ...(acting?.held ?? []),
];

/** What an operation requires of its callers. `hubAuth` decides whether spaces need a key or a token. */
export function requirementOf({ access, scope, role }: Operation, hubAuth: HubAuth): Requirement {
  const scopes = scope === undefined ? [] : [scope].flat();
  return { access: access === 'optional' && hubAuth === 'required' ? 'credential' : access, scopes, role };
}

/**
 * Operations that only browsers call: signing in, and what a visitor of a link's page does. A cookie proves the
 * password of a link.
 */
const isOfBrowsers = ({ api, access, path }: Operation): boolean =>
  (api === 'users' && access === 'open') || /^\/(?:a|m|api\/shared)\//.test(path);

/** Whether an operation reads spaces, for those with whom they or maps of them are shared. */
const isOfSpaces = ({ api }: Operation): boolean => api === 'spaces' || api === 'maps';

/** Browser clients of XYZ Hub send the key or token in the query, as maps do. Some send the `+` of base64 unencoded. */
function tokenIn({ access_token: token }: ParsedUrlQuery, operation: Operation): string | undefined {
  return isOfSpaces(operation) && typeof token === 'string' && token !== ''
    ? token.replaceAll(' ', '+')
    : undefined;
}

/** The upload token of a request, where the operation takes one. Many editors can set an address, but no header. */
function uploadTokenIn(
  bearer: string | undefined,
  { token }: ParsedUrlQuery,
  { access }: Operation,
): string | undefined {
  if (access !== 'key-or-upload-token') return undefined;
  if (bearer !== undefined) return UploadTokens.looksLikeOne(bearer) ? bearer : undefined;
  return typeof token === 'string' ? token : undefined;
}

/** The secret of a link: the last segment of the link's own path, or that segment in the path of one of its images. */
const secretIn = (request: IncomingMessage): string => pathOf(request).split('/')[3] ?? '';
