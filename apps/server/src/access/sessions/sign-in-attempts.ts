import type { RateLimits } from '../rate-limits.js';

/** Limits guessing of passwords and links, by address and by name, whether there is a user of the name or not. */
export class SignInAttempts {
  constructor(private readonly rates: RateLimits) {}

  /** Counts a sign-in that an address begins and completes later. @throws {HttpError} 429 */
  async begin(address: string): Promise<void> {
    await this.rates.count('signIns', `begun ${address}`);
  }

  /** Counts an attempt for each of `who`; one that succeeds counts for none. @throws {HttpError} 429 */
  async run<T>(who: readonly string[], attempt: () => Promise<T>): Promise<T> {
    for (const one of who) await this.rates.count('signIns', one);
    const result = await attempt();
    for (const one of who) await this.rates.forgive('signIns', one);
    return result;
  }
}
