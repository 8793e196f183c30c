import type { IncomingMessage } from 'node:http';
import { SESSION_LIFETIME_MS } from '@cairn/access';
import { HttpError } from '../../messages/http-error.js';
import { BasePath } from '../../messages/base-path.js';
import { isLoopback } from '../../messages/loopback.js';

const SECRET = /^[0-9A-Za-z]{43}$/;

interface CookieKind {
  readonly name: string;
  readonly seconds: number;
}

const ofSession: CookieKind = { name: 'cairn_session', seconds: SESSION_LIFETIME_MS / 1_000 };

/**
 * A cookie with the secret of a session, or another secret of that length. With a public https address it is `Secure`,
 * and no other host of the site can set it (`__Host-`, RFC 6265bis §4.1.3.2). `__Host-` requires the root path; below a
 * path the prefix is `__Secure-`, and the cookie is sent only to that path.
 */
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;
  private readonly path: string;

  constructor(
    { baseUrl }: { readonly baseUrl: string },
    private readonly kind = ofSession,
  ) {
    this.isSecure = baseUrl.startsWith('https:');
    this.path = new BasePath(baseUrl).forCookies;
    const prefix = this.path === '/' ? '__Host-' : '__Secure-';
    this.name = this.isSecure ? prefix + kind.name : kind.name;
  }

  /** The secret in the request's cookie, if it has the right form. */
  read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
    if (headers.cookie === undefined) return undefined;
    const prefix = `${this.name}=`;
    for (const part of headers.cookie.split(';')) {
      const pair = part.trim();
      if (pair.startsWith(prefix) && SECRET.test(pair.slice(prefix.length))) return pair.slice(prefix.length);
    }
    return undefined;
  }

  /** A `Set-Cookie` that stores the secret. */
  stored(secret: string): string {
    return this.cookie(secret, this.kind.seconds);
  }

  /** A `Set-Cookie` that removes it. */
  removed(): string {
    return this.cookie('', 0);
  }

  /** @throws {HttpError} 400 if the browser would drop the cookie because of the page that sends the request. */
  assertKept({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): void {
    if (!this.isSecure || origin === undefined || !/^http:/i.test(origin)) return;
    if (URL.canParse(origin) && isLoopback(new URL(origin).hostname)) return;
    throw new HttpError({
      status: 400,
      code: 'insecure-page',
      detail:
        'Browsers do not keep the session of a page that was opened with http: this service has an https address (CAIRN_BASE_URL). Open the page there.',
    });
  }

  private cookie(value: string, maxAge: number): string {
    const secure = this.isSecure ? '; Secure' : '';
    return `${this.name}=${value}; Path=${this.path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  }
}
