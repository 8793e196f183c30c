import type { IncomingMessage } from 'node:http';
import { SessionCookie } from '../sessions/session-cookie.js';

const PREFIX = 'cairn_sign_in_';
const TAG_LENGTH = 8;

/** Longer than a sign-in can be completed, so that one that took too long is told from one that was completed. */
const SECONDS = 60 * 60;

/** How many sign-ins a browser has under way; request headers have little room. */
const MAX_BEGUN = 10;

type Headers = Pick<IncomingMessage, 'headers'>;

/** The sign-ins that a browser has begun: a cookie for each, as there may be one in every tab. */
export class BegunCookies {
  constructor(private readonly address: { readonly baseUrl: string }) {}

  /** `Set-Cookie` values that store another one, and remove the oldest ones where there are too many. */
  stored(secret: string, request: Headers): string[] {
    const oldest = tagsIn(request).slice(0, -(MAX_BEGUN - 1));
    return [...oldest.map((tag) => this.cookie(tag).removed()), this.cookie(secret).stored(secret)];
  }

  /** Whether this browser has begun the sign-in, and not completed it. */
  has(request: Headers, secret: string): boolean {
    return secret !== '' && this.cookie(secret).read(request) === secret;
  }

  /** A `Set-Cookie` that removes the one of this sign-in. */
  removed(secret: string): string {
    return this.cookie(secret).removed();
  }

  private cookie(secret: string): SessionCookie {
    const tag = secret.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, TAG_LENGTH);
    return new SessionCookie(this.address, { name: PREFIX + tag, seconds: SECONDS });
  }
}

/** Browsers send cookies of the same path in the order of their making (RFC 6265 §5.4). */
function tagsIn({ headers: { cookie = '' } }: Headers): readonly string[] {
  return Array.from(
    cookie.matchAll(/(?:^|;)\s*(?:__Host-|__Secure-)?cairn_sign_in_([0-9A-Za-z]{8})=/g),
    ([, tag = '']) => tag,
  );
}
