import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from '../errors/http-error.js';
import type { RateSettings } from '../settings/settings.js';

const MINUTE_SECONDS = 60;

/** Per-minute rate limits for accounts, IP addresses and names, counted in this process. */
export class RateLimits {
  private readonly limiters: Readonly<Record<keyof RateSettings, RateLimiterMemory | undefined>>;

  constructor(rates: RateSettings) {
    const limiter = (points: number): RateLimiterMemory | undefined =>
      points === 0 ? undefined : new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.limiters = {
      uploads: limiter(rates.uploads),
      requests: limiter(rates.requests),
      failedAuth: limiter(rates.failedAuth),
      signIns: limiter(rates.signIns),
    };
  }

  /** Whether events of this kind are limited. If not, `count` does nothing. */
  limits(what: keyof RateSettings): boolean {
    return this.limiters[what] !== undefined;
  }

  /** Counts one event. @throws {HttpError} 429 with `Retry-After` if `who` is over the limit. */
  async count(what: keyof RateSettings, who: string): Promise<void> {
    try {
      await this.limiters[what]?.consume(who);
    } catch (error) {
      throw error instanceof RateLimiterRes ? rateLimited(error) : error;
    }
  }

  /** Reverts one counted event. */
  async forgive(what: keyof RateSettings, who: string): Promise<void> {
    await this.limiters[what]?.reward(who);
  }

  /** The error (429 with `Retry-After`) that the next `count` would throw, if any. Does not count. */
  async check(what: keyof RateSettings, who: string): Promise<HttpError | undefined> {
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
