import type { RateLimits } from '../rate-limits.js';

/** Limits guessing of passwords and links, by address and by name, whether or not a user of that name exists. */
export class SignInAttempts {
  constructor(private readonly rates: RateLimits) {}

  /** Counts a sign-in that an address begins now and completes later. @throws {HttpError} 429 */
  async begin(address: string): Promise<void> {
    await this.rates.count('signIns', `begun ${address}`);
  }

  /** Counts an attempt for each of `who`; a successful attempt is not counted. @throws {HttpError} 429 */
  async run<T>(who: readonly string[], attempt: () => Promise<T>): Promise<T> {
    for (const one of who) await this.rates.count('signIns', one);
    const result = await attempt();
    for (const one of who) await this.rates.forgive('signIns', one);
    return result;
  }
}
