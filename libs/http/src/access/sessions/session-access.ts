import { AuthenticateSession } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { Addresses } from '../../messages/addresses.js';
import type { ClientAddresses } from '../../messages/client-addresses.js';
import type { RateLimits } from '../rate-limits.js';
import { SameOrigin } from './same-origin.js';
import { SessionCookie } from './session-cookie.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { Visitors } from './visitors.js';

/** What sign-in and session checks need from the server. */
export interface SessionAccess {
  readonly cookie: SessionCookie;
  readonly sameOrigin: SameOrigin;
  readonly visitors: Visitors;
  readonly attempts: SignInAttempts;
  readonly clients: ClientAddresses;
}

export function createSessionAccess({
  application,
  addresses,
  clients,
  rates,
}: {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly clients: ClientAddresses;
  readonly rates: RateLimits;
}): SessionAccess {
  const cookie = new SessionCookie(addresses);
  const sameOrigin = new SameOrigin(addresses);
  const authenticate = application.get(AuthenticateSession);
  const visitors = new Visitors({ authenticate, cookie, sameOrigin });
  return { cookie, sameOrigin, visitors, attempts: new SignInAttempts(rates), clients };
}
