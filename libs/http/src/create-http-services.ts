import { Authenticate, UserDirectory } from '@cairn/access';
import type { Part } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { OpenFile, PresetCache } from '@cairn/images';
import { SigningKeyRepository } from '@cairn/images/spi';
import { Clock, IdempotencyRepository, Queues } from '@cairn/kernel';
import type { HttpLog } from './logging/http-log.js';
import { BaseMaps } from './sharing/base-maps.js';
import { Delegation } from './access/delegation.js';
import { Gatekeeper } from './access/guard/gatekeeper.js';
import { LinkAccess } from './access/guard/link-access.js';
import { IdentityProvider } from './access/identities/identity-provider.js';
import { IdentitySignIn } from './access/identities/identity-sign-in.js';
import { KeylessPolicy } from './access/keyless-policy.js';
import { PasskeySignIn } from './access/passkeys/passkey-sign-in.js';
import { RelyingParty } from './access/passkeys/relying-party.js';
import { RateLimits } from './access/rate-limits.js';
import { createSessionAccess } from './access/sessions/session-access.js';
import { SessionResponses } from './access/sessions/session-responses.js';
import { SharedAccess } from './access/shared-access.js';
import { Principals, type PrincipalOf } from './access/guard/principals.js';
import { SignIn } from './access/sign-in.js';
import { HubTokens } from './access/tokens/hub-tokens.js';
import { Signatures } from './access/tokens/signatures.js';
import { UploadTokens } from './access/upload-tokens.js';
import { ErrorResponder } from './errors/error-responder.js';
import { EventStreams } from './events/event-streams.js';
import { DerivativeFiles } from './files/derivative-files.js';
import { FileCache } from './files/file-cache.js';
import { FileHandler } from './files/file-handler.js';
import { FileViewers } from './files/file-viewers.js';
import { openEvenly } from './files/refuse-evenly.js';
import { SignedAddresses } from './files/signed-addresses.js';
import { TransformPolicies } from './files/transform-policies.js';
import { archivePath } from './ground/ground-files.js';
import { GroundTiles } from './ground/ground-tiles.js';
import type { HttpServices } from './http-services.js';
import type { Addresses } from './messages/addresses.js';
import type { ClientAddresses } from './messages/client-addresses.js';
import { Idempotency } from './idempotency/idempotency.js';
import { RequestSemaphore } from './limits/request-semaphore.js';
import type { RecentMetrics } from './measures/recent-metrics.js';
import type { RecentErrors } from './logging/recent-errors.js';
import type { Readiness } from './service/readiness.js';
import type { Limits } from './settings/limits.js';
import type { HttpSettings } from './settings/http-settings.js';
import { Contributions } from './sharing/contributions.js';
import { Contributors } from './images/contributors.js';
import { GuestCookies } from './sharing/guest-cookies.js';
import { GrantTargets } from './sharing/grant-targets.js';
import type { LinkMap } from './sharing/page/link-map.js';
import type { MapProgram } from './maps/folder/map-program.js';
import { SharedReader } from './sharing/shared-reader.js';
import { HubCallers } from './spaces/hub-callers.js';
import { MapReading } from './maps/map-key.js';
import { SpaceView } from './spaces/space-view.js';

/** What the HTTP interface is made of. */
export interface HttpServiceOptions {
  readonly application: Application;
  readonly settings: HttpSettings;
  readonly addresses: Addresses;
  readonly version: string;
  readonly clients: ClientAddresses;
  readonly log: HttpLog;
  readonly recentErrors: RecentErrors;
  readonly recentMetrics: RecentMetrics;
  readonly readiness: Readiness;
  readonly linkMap: LinkMap;
  readonly mapProgram: MapProgram | undefined;
  /** What is offered. */
  readonly parts: readonly Part[];
  /** Says who sends a request, in place of keys, tokens and sessions. */
  readonly principal?: PrincipalOf | undefined;
}

/** Creates what the handlers of operations have in common. */
export function createHttpServices(options: HttpServiceOptions): HttpServices {
  const { application, settings, addresses, clients, log } = options;
  const rates = new RateLimits(settings.rates);
  const sessions = createSessionAccess({ application, addresses, clients, rates });
  const shared = new SharedAccess(application);
  const cookies = {
    isSecure: addresses.baseUrl.startsWith('https:'),
    cookiePath: addresses.basePath.forCookies,
  };
  const linkAccess = new LinkAccess({ application, rates, attempts: sessions.attempts, clients, ...cookies });
  const { hubTokenKey } = settings;
  const clock = application.get(Clock);
  const tokens = hubTokenKey && new HubTokens(hubTokenKey, clock);
  const signIn = new SignIn({ authenticate: application.get(Authenticate), tokens, rates });
  const policies = new TransformPolicies(settings.transforms, application.get(PresetCache));
  const uploads = uploadPermits(settings.limits);
  application.get(Queues).watch('uploads', uploads);
  const sessionResponses = new SessionResponses({ application, ...sessions });
  const identityProvider = new IdentityProvider(settings.identityProvider, options);
  const relyingParty = new RelyingParty(options);
  const users = application.get(UserDirectory);
  const principals = new Principals({ ...sessions, signIn, principal: options.principal, users });
  const hubCallers = new HubCallers(settings);
  const common = { ...options, ...sessions, rates, shared, linkAccess, principals };
  return {
    ...common,
    errors: new ErrorResponder(log),
    gatekeeper: gatekeeperOf(common),
    sessionResponses,
    identityProvider,
    identitySignIn: new IdentitySignIn({
      application,
      addresses,
      ...sessions,
      identityProvider,
      sessionResponses,
    }),
    relyingParty,
    passkeySignIn: new PasskeySignIn({ application, relyingParty }),
    targets: new GrantTargets(application),
    sharedReader: new SharedReader(application),
    contributions: new Contributions({ application, linkAccess, guests: new GuestCookies(cookies), uploads }),
    contributors: new Contributors(application),
    uploads,
    files: fileHandlerOf(common, policies),
    policies,
    streams: new EventStreams({ application, limits: settings.limits, log }),
    mapReading: new MapReading(application, hubCallers, principals),
    hubCallers,
    spaceView: new SpaceView(clock, options.version),
    groundTiles: new GroundTiles(archivePath),
    baseMaps: new BaseMaps(common),
  };
}

type Common = HttpServiceOptions &
  Pick<HttpServices, 'rates' | 'shared' | 'linkAccess' | 'cookie' | 'visitors' | 'sameOrigin'> & {
    readonly principals: Principals;
  };

function gatekeeperOf(common: Common): Gatekeeper {
  const { application, settings, addresses, shared, linkAccess, cookie, log } = common;
  const { hubAuth, corsOrigins } = settings;
  const { baseUrl, cdnUrl } = addresses;
  return new Gatekeeper({
    ...common,
    delegation: new Delegation({ application, shared }),
    links: linkAccess,
    uploadTokens: new UploadTokens({ ...common, signatures: signaturesOf(common) }),
    keyless: new KeylessPolicy({ baseUrl, cdnUrl, corsOrigins }),
    hubAuth,
    idempotency: new Idempotency({
      claims: application.get(IdempotencyRepository),
      clock: application.get(Clock),
      sessionSecret: (request) => cookie.read(request),
      failed: (err) => log.error({ err }, 'an answer was not kept'),
    }),
  });
}

function fileHandlerOf(common: Common, policies: TransformPolicies): FileHandler {
  const { application, settings, clients } = common;
  const { cacheControl, usesClientHints: usesHints } = settings;
  return new FileHandler({
    openFile: openEvenly(application.get(OpenFile)),
    viewers: new FileViewers(common),
    cacheControl,
    derivatives: new DerivativeFiles({ application, policies, clients, cacheControl, usesHints }),
    signatures: new SignedAddresses({
      signatures: signaturesOf(common),
      clock: application.get(Clock),
      keptSeconds: settings.signedCacheSeconds,
    }),
    cache: new FileCache(settings.fileCacheInBytes),
    addresses: settings.cdnMode === 'redirect' ? application.blobAddresses : undefined,
  });
}

const signaturesOf = ({ application, settings }: Pick<Common, 'application' | 'settings'>): Signatures =>
  new Signatures({ settings: settings.signingKeys, stored: application.get(SigningKeyRepository) });

function uploadPermits({ uploads, waitingUploads, stallMs }: Limits): RequestSemaphore {
  const waits = { waiting: waitingUploads, maxWaitMs: stallMs };
  return new RequestSemaphore({ what: 'uploads', atOnce: uploads, ...waits, share: 'spare' });
}
