import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../messages/http-error.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Keeps pages of other origins from using the session of a visitor (CSRF). `SameSite` alone does not: a sibling subdomain
 * is the same site.
 */
export class SameOrigin {
  private readonly own: string;

  constructor({ baseUrl }: { readonly baseUrl: string }) {
    this.own = new URL(baseUrl).origin;
  }

  /**
   * Browsers send `Sec-Fetch-Site` over https and to loopback; otherwise `Origin` with every unsafe request. A request
   * with neither is not from a browser.
   * @throws {HttpError} 403 if a page of another origin sends an unsafe request.
   */
  check({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): void {
    if (SAFE_METHODS.includes(method)) return;
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    const isOwn =
      site === undefined
        ? origin === undefined || this.isOwn(origin, host)
        : /^(?:same-origin|none)$/.test(site);
    if (!isOwn) throw crossSite();
  }

  /** A page on the requested host is same-origin too, because the cookie belongs to that host. */
  private isOwn(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    return url.origin === this.own || url.host === host?.toLowerCase();
  }
}

/**
 * For expensive reads with a session. Browsers that omit `Sec-Fetch-Site` cannot be checked here.
 * @throws {HttpError} 403 if a page of another origin sends the request.
 */
export function assertNotForeign({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (/^(?:cross-site|same-site)$/.test(headers['sec-fetch-site']?.toString() ?? '')) throw crossSite();
}

function crossSite(): HttpError {
  return new HttpError({
    status: 403,
    code: 'cross-site',
    detail: 'Pages of other sites may not send this request.',
  });
}
