import type { IncomingMessage } from 'node:http';
import { anonymous, type AuthenticateSession, type Principal } from '@cairn/access';
import type { SameOrigin } from './same-origin.js';
import type { SessionCookie } from './session-cookie.js';

interface VisitorsOptions {
  readonly authenticate: AuthenticateSession;
  readonly cookie: SessionCookie;
  readonly sameOrigin: SameOrigin;
}

/** Resolves session cookies to users. */
export class Visitors {
  constructor(private readonly options: VisitorsOptions) {}

  /** Whether the request has a cookie that could belong to a session. */
  comesWithCookie(request: IncomingMessage): boolean {
    return this.options.cookie.read(request) !== undefined;
  }

  /**
   * The user, or `anonymous`, because browsers keep sending the cookie of an ended session.
   * @throws {HttpError} 403 if a page of another origin sends an unsafe request.
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
