import type { IncomingMessage } from 'node:http';
import { anonymous, type AuthenticateSession, type Principal } from '@cairn/access';
import type { SameOrigin } from './same-origin.js';
import type { SessionCookie } from './session-cookie.js';

interface VisitorsOptions {
  readonly authenticate: AuthenticateSession;
  readonly cookie: SessionCookie;
  readonly sameOrigin: SameOrigin;
}

/** The users who come with the cookie of a session. */
export class Visitors {
  constructor(private readonly options: VisitorsOptions) {}

  /** Whether a request comes with what could be the cookie of a session. */
  comesWithCookie(request: IncomingMessage): boolean {
    return this.options.cookie.read(request) !== undefined;
  }

  /**
   * The user, or `anonymous`: browsers go on sending the cookie of a session that has ended.
   * @throws {HttpError} 403 if a page of another origin sends a request that is not safe.
   */
  async identify(request: IncomingMessage): Promise<Principal> {
    const { authenticate, cookie, sameOrigin } = this.options;
    const secret = cookie.read(request);
    if (secret === undefined) return anonymous;
    const visitor = await authenticate.execute(secret);
    if (visitor === undefined) return anonymous;
    sameOrigin.check(request);
    return { kind: 'session', ...visitor };
  }
}
