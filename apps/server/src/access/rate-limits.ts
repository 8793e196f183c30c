import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from '../errors/http-error.js';
import type { RateSettings } from '../settings/settings.js';

const MINUTE_SECONDS = 60;

/** What is counted: what settings limit, and passwords of links, by link and by link and network. */
export type Counted = keyof RateSettings | 'linkPasswords' | 'linkPasswordsOfNetwork';

/** Passwords of one link from all networks, as a multiple of the sign-ins of one: a stranger alone must not lock it. */
const NETWORKS_PER_LINK = 10;

/** Per-minute rate limits for accounts, IP addresses and names, counted in this process. */
export class RateLimits {
  private readonly limiters: Readonly<Record<Counted, RateLimiterMemory | undefined>>;

  constructor(rates: RateSettings) {
    const limiter = (points: number): RateLimiterMemory | undefined =>
      points === 0 ? undefined : new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.limiters = {
      uploads: limiter(rates.uploads),
      requests: limiter(rates.requests),
      failedAuth: limiter(rates.failedAuth),
      signIns: limiter(rates.signIns),
      linkPasswordsOfNetwork: limiter(Math.ceil(rates.signIns / 2)),
      linkPasswords: limiter(NETWORKS_PER_LINK * rates.signIns),
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
