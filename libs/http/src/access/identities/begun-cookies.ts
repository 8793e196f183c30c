import type { IncomingMessage } from 'node:http';
import { SessionCookie } from '../sessions/session-cookie.js';

const PREFIX = 'cairn_sign_in_';
const TAG_LENGTH = 8;

/** Longer than a sign-in may take, so that an expired sign-in can be told from a completed one. */
const SECONDS = 60 * 60;

/** The maximum number of unfinished sign-ins per browser, because request headers have little room. */
const MAX_BEGUN = 10;

type Headers = Pick<IncomingMessage, 'headers'>;

/** The unfinished sign-ins of a browser, with a cookie for each: every tab may have one. */
export class BegunCookies {
  constructor(private readonly address: { readonly baseUrl: string }) {}

  /** `Set-Cookie` values that store another sign-in, and remove the oldest ones if there are too many. */
  stored(secret: string, request: Headers): string[] {
    const oldest = tagsIn(request).slice(0, -(MAX_BEGUN - 1));
    return [...oldest.map((tag) => this.cookie(tag).removed()), this.cookie(secret).stored(secret)];
  }

  /** Whether this browser has begun the sign-in and not completed it. */
  has(request: Headers, secret: string): boolean {
    return secret !== '' && this.cookie(secret).read(request) === secret;
  }

  /** A `Set-Cookie` value that removes the cookie of this sign-in. */
  removed(secret: string): string {
    return this.cookie(secret).removed();
  }

  private cookie(secret: string): SessionCookie {
    const tag = secret.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, TAG_LENGTH);
    return new SessionCookie(this.address, { name: PREFIX + tag, seconds: SECONDS });
  }
}

/** Browsers send cookies with the same path in the order of creation (RFC 6265 §5.4). */
function tagsIn({ headers: { cookie = '' } }: Headers): readonly string[] {
  return Array.from(
    cookie.matchAll(/(?:^|;)\s*(?:__Host-|__Secure-)?cairn_sign_in_([0-9A-Za-z]{8})=/g),
    ([, tag = '']) => tag,
  );
}
