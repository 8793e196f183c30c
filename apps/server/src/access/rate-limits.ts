import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from '../errors/http-error.js';
import type { RateSettings } from '../settings/settings.js';

const MINUTE_SECONDS = 60;

/** Counts, in this process, what each account and each address does in a minute. */
export class RateLimits {
  private readonly limiters: Readonly<Record<keyof RateSettings, RateLimiterMemory | undefined>>;

  constructor(rates: RateSettings) {
    const limiter = (points: number): RateLimiterMemory | undefined =>
      points === 0 ? undefined : new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.limiters = {
      uploads: limiter(rates.uploads),
      requests: limiter(rates.requests),
      failedAuth: limiter(rates.failedAuth),
    };
  }

  /** @throws {HttpError} 429 with `Retry-After` when `who` has done it too often. */
  async count(what: keyof RateSettings, who: string): Promise<void> {
    try {
      await this.limiters[what]?.consume(who);
    } catch (error) {
      throw error instanceof RateLimiterRes ? refusalUntil(error) : error;
    }
  }

  /** The error, 429 with `Retry-After`, that the next `count` would end in; counts nothing. */
  async spent(what: keyof RateSettings, who: string): Promise<HttpError | undefined> {
    const state = await this.limiters[what]?.get(who);
    return state && state.remainingPoints <= 0 ? refusalUntil(state) : undefined;
  }
}

function refusalUntil({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new HttpError({
    status: 429,
    code: 'rate-limited',
    detail: `Too many requests; try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
