import { Authenticate } from '@cairn/access';
import type { Application } from '@cairn/composition';
import { Clock, IdempotencyRepository } from '@cairn/kernel';
import type { NestDependencies } from './app-module.js';
import { Gatekeeper } from './access/guard/gatekeeper.js';
import { KeylessPolicy } from './access/keyless-policy.js';
import { Delegation } from './access/delegation.js';
import { RateLimits } from './access/rate-limits.js';
import { SharedAccess } from './access/shared-access.js';
import { createSessionAccess } from './access/sessions/session-access.js';
import { SignIn } from './access/sign-in.js';
import { HubTokens } from './access/tokens/hub-tokens.js';
import type { Addresses } from './http/addresses.js';
import type { ClientAddresses } from './http/client-addresses.js';
import { Idempotency } from './http/idempotency/idempotency.js';
import type { ServerSettings } from './settings/settings.js';
import { FileViewers } from './files/file-viewers.js';
import { HubCallers } from './spaces/hub-callers.js';
import { LinkAccess } from './access/guard/link-access.js';
import { SpaceView } from './spaces/space-view.js';

/** The parts shared by NestJS controllers and plain handlers. */
export function createAccessControl({
  application,
  settings,
  addresses,
  clients,
  failed,
}: {
  readonly application: Application;
  readonly settings: ServerSettings;
  readonly addresses: Addresses;
  readonly clients: ClientAddresses;
  /** Told of answers that could not be stored. */
  readonly failed: (error: unknown) => void;
}): Pick<
  NestDependencies,
  'gatekeeper' | 'rates' | 'sessions' | 'shared' | 'linkAccess' | 'hubCallers' | 'spaceView'
> & {
  readonly viewers: FileViewers;
} {
  const { hubAuth, hubTokenKey, corsOrigins } = settings;
  const clock = application.get(Clock);
  const tokens = hubTokenKey && new HubTokens(hubTokenKey, clock);
  const { baseUrl, cdnUrl } = addresses;
  const rates = new RateLimits(settings.rates);
  const sessions = createSessionAccess({ application, addresses, clients, rates });
  const linkAccess = new LinkAccess({
    application,
    rates,
    attempts: sessions.attempts,
    clients,
    isSecure: baseUrl.startsWith('https:'),
    cookiePath: addresses.basePath.forCookies,
  });
  const signIn = new SignIn({ authenticate: application.get(Authenticate), tokens, rates });
  const shared = new SharedAccess(application);
  const gatekeeper = new Gatekeeper({
    ...sessions,
    shared,
    delegation: new Delegation({ application, shared }),
    signIn,
    rates,
    links: linkAccess,
    keyless: new KeylessPolicy({ baseUrl, cdnUrl, corsOrigins }),
    hubAuth,
    idempotency: new Idempotency({
      claims: application.get(IdempotencyRepository),
      clock,
      sessionSecret: (request) => sessions.cookie.read(request),
      failed,
    }),
  });
  return {
    gatekeeper,
    rates,
    viewers: new FileViewers({ ...sessions, signIn, shared }),
    sessions,
    shared,
    linkAccess,
    hubCallers: new HubCallers(settings),
    spaceView: new SpaceView(clock),
  };
}
