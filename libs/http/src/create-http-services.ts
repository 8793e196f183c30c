import { Authenticate, UserDirectory } from '@cairn/access';
import type { Part } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { OpenFile, PresetCache } from '@cairn/images';
import { SigningKeyRepository } from '@cairn/images/spi';
import { Clock, IdempotencyRepository, MemoryShares, Queues } from '@cairn/kernel';
import type { HttpLog } from './logging/http-log.js';
import { createCapacity } from './capacity.js';
import { doorHubAuth, programAt, strangers } from './door-parts.js';
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
import { SameOrigin } from './access/sessions/same-origin.js';
import { createSessionAccess, type SessionAccess } from './access/sessions/session-access.js';
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
import type { MetricsText } from './measures/metrics-text.js';
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
  readonly metrics: (() => Promise<MetricsText>) | undefined;
  readonly readiness: Readiness;
  readonly linkMap: LinkMap;
  readonly mapProgram: MapProgram | undefined;
  /** What is offered. */
  readonly parts: readonly Part[];
  /** Says who sends a request, in place of keys, tokens and sessions. */
  readonly principal?: PrincipalOf | undefined;
}

/** What the handlers of operations have in common: those of the handler itself, and those of its public door. */
export interface ServicesOfListeners {
  readonly own: HttpServices;
  readonly door: HttpServices;
}

/** Creates what the handlers of operations have in common. Limits and caches are one for both. */
export function createHttpServices(options: HttpServiceOptions): ServicesOfListeners {
  const { application, settings, addresses, clients } = options;
  const rates = new RateLimits(settings.rates);
  const sessions = createSessionAccess({ application, addresses, clients, rates });
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
  const common = {
    ...options,
    ...sessions,
    rates,
    policies,
    uploads,
    capacity: createCapacity(application, settings),
    errors: new ErrorResponder(options.log),
    shared: new SharedAccess(application),
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
    contributors: new Contributors(application),
    streams: new EventStreams({ application, limits: settings.limits, log: options.log }),
    spaceView: new SpaceView(clock, options.version),
    groundTiles: new GroundTiles(archivePath),
  };
  const files = fileParts(common);
  const own = { ...common, principals, keyless: keylessPolicy(common), files };
  const { others } = addresses;
  const door = {
    ...common,
    settings: { ...settings, hubAuth: doorHubAuth(settings.hubAuth) },
    addresses: others,
    sameOrigin: new SameOrigin(others),
    principals: strangers,
    // It keeps pages of strangers out of the private network, which has nothing here.
    keyless: { check: () => undefined },
    files,
  };
  const program = programAt(others.basePath, addresses.basePath, options.linkMap.program);
  const linkMap = { ...options.linkMap, program };
  return { own: { ...common, ...ofListener(own) }, door: { ...common, linkMap, ...ofListener(door) } };
}

/** What depends on the address of a listener, and on who counts as somebody there. */
type OfListener = Pick<
  HttpServices,
  | 'addresses'
  | 'settings'
  | 'sameOrigin'
  | 'linkAccess'
  | 'contributions'
  | 'gatekeeper'
  | 'files'
  | 'hubCallers'
  | 'mapReading'
  | 'baseMaps'
>;

type Common = HttpServiceOptions &
  Pick<HttpServices, 'rates' | 'shared' | 'uploads' | keyof SessionAccess> & {
    readonly principals: Pick<Principals, 'of' | 'needed'>;
    readonly keyless: Pick<KeylessPolicy, 'check'>;
    readonly files: ReturnType<typeof fileParts>;
  };

function ofListener(common: Common): OfListener {
  const { application, settings, addresses, sameOrigin, uploads, principals, files } = common;
  const cookies = {
    isSecure: addresses.baseUrl.startsWith('https:'),
    cookiePath: addresses.basePath.forCookies,
  };
  const linkAccess = new LinkAccess({ ...common, ...cookies });
  const guests = new GuestCookies(cookies);
  const hubCallers = new HubCallers(settings);
  return {
    addresses,
    settings,
    sameOrigin,
    linkAccess,
    contributions: new Contributions({ application, linkAccess, guests, uploads }),
    gatekeeper: gatekeeperOf(common, linkAccess),
    files: new FileHandler({ ...files, viewers: new FileViewers(common) }),
    hubCallers,
    mapReading: new MapReading(application, hubCallers, principals),
    baseMaps: new BaseMaps(common),
  };
}

function keylessPolicy({ settings: { corsOrigins }, addresses }: HttpServiceOptions): KeylessPolicy {
  const { baseUrl, cdnUrl } = addresses;
  return new KeylessPolicy({ baseUrl, cdnUrl, corsOrigins });
}

function gatekeeperOf(common: Common, links: LinkAccess): Gatekeeper {
  const { application, settings, shared, cookie, log } = common;
  return new Gatekeeper({
    ...common,
    delegation: new Delegation({ application, shared }),
    links,
    uploadTokens: new UploadTokens({ ...common, signatures: signaturesOf(common) }),
    hubAuth: settings.hubAuth,
    idempotency: new Idempotency({
      claims: application.get(IdempotencyRepository),
      clock: application.get(Clock),
      sessionSecret: (request) => cookie.read(request),
      failed: (err) => log.error({ err }, 'an answer was not kept'),
    }),
  });
}

/** What the files of all listeners are made of. */
function fileParts({
  application,
  settings,
  clients,
  policies,
}: HttpServiceOptions & Pick<HttpServices, 'policies'>) {
  const { cacheControl, usesClientHints: usesHints } = settings;
  const cache = new FileCache(settings.fileCacheInBytes);
  application.get(MemoryShares).watch('files', () => cache.memory);
  return {
    openFile: openEvenly(application.get(OpenFile)),
    cacheControl,
    derivatives: new DerivativeFiles({ application, policies, clients, cacheControl, usesHints }),
    signatures: new SignedAddresses({
      signatures: signaturesOf({ application, settings }),
      clock: application.get(Clock),
      keptSeconds: settings.signedCacheSeconds,
    }),
    cache,
    addresses: settings.cdnMode === 'redirect' ? application.blobAddresses : undefined,
  };
}

const signaturesOf = ({ application, settings }: Pick<Common, 'application' | 'settings'>): Signatures =>
  new Signatures({ settings: settings.signingKeys, stored: application.get(SigningKeyRepository) });

function uploadPermits({ uploads, waitingUploads, stallMs }: Limits): RequestSemaphore {
  const waits = { waiting: waitingUploads, maxWaitMs: stallMs };
  return new RequestSemaphore({ what: 'uploads', atOnce: uploads, ...waits, share: 'spare' });
}
