import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from '../messages/http-error.js';
import type { RateSettings } from '../settings/http-settings.js';

const MINUTE_SECONDS = 60;

/**
 * The limits of wrong passwords of one link, as multiples of the limit of sign-ins of one address: for a network, for
 * the wider networks around it, and for all addresses together. Whoever controls a whole network of a provider can use
 * only a small part of the total, so that nobody alone can lock a link.
 */
const LINK_PASSWORDS = {
  linkPasswordsOfNetwork: 1 / 2,
  linkPasswordsOfSite: 1,
  linkPasswordsOfArea: 2,
  linkPasswordsOfProvider: 4,
  linkPasswords: 10,
};

/** The counted events: those that settings limit, and wrong passwords of links. */
export type Counted = keyof RateSettings | keyof typeof LINK_PASSWORDS;

/** Per-minute rate limits for accounts, IP addresses and names, counted in this process. */
export class RateLimits {
  private readonly limiters: Readonly<Record<Counted, RateLimiterMemory | undefined>>;

  constructor(rates: RateSettings) {
    const limiter = (points: number): RateLimiterMemory | undefined =>
      points === 0 ? undefined : new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    const ofLink = (what: keyof typeof LINK_PASSWORDS): RateLimiterMemory | undefined =>
      limiter(Math.ceil(LINK_PASSWORDS[what] * rates.signIns));
    this.limiters = {
      uploads: limiter(rates.uploads),
      requests: limiter(rates.requests),
      failedAuth: limiter(rates.failedAuth),
      signIns: limiter(rates.signIns),
      linkPasswordsOfNetwork: ofLink('linkPasswordsOfNetwork'),
      linkPasswordsOfSite: ofLink('linkPasswordsOfSite'),
      linkPasswordsOfArea: ofLink('linkPasswordsOfArea'),
      linkPasswordsOfProvider: ofLink('linkPasswordsOfProvider'),
      linkPasswords: ofLink('linkPasswords'),
    };
  }

  /** Whether events of this kind are limited. If not, `count` does nothing. */
  limits(what: Counted): boolean {
    return this.limiters[what] !== undefined;
  }

  /** Counts one event. @throws {HttpError} 429 with `Retry-After` if `who` is over the limit. */
  async count(what: Counted, who: string): Promise<void> {
    try {
      await this.limiters[what]?.consume(who);
    } catch (error) {
      throw error instanceof RateLimiterRes ? rateLimited(error) : error;
    }
  }

  /** Reverts one counted event. */
  async forgive(what: Counted, who: string): Promise<void> {
    await this.limiters[what]?.reward(who);
  }

  /** The error (429 with `Retry-After`) that the next `count` would throw, if any. Does not count. */
  async check(what: Counted, who: string): Promise<HttpError | undefined> {
    const state = await this.limiters[what]?.get(who);
    return state && state.remainingPoints <= 0 ? rateLimited(state) : undefined;
  }
}

function rateLimited({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new HttpError({
    status: 429,
    code: 'rate-limited',
    detail: `Too many requests; try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
