import { networksAround } from '../../messages/client-network.js';
import type { Counted, RateLimits } from '../rate-limits.js';

/** Limits guessing of passwords and links, by address and by name, whether or not a user of that name exists. */
export class SignInAttempts {
  constructor(private readonly rates: RateLimits) {}

  /** Counts a sign-in that an address begins now and completes later. @throws {HttpError} 429 */
  async begin(address: string): Promise<void> {
    await this.rates.count('signIns', `begun ${address}`);
  }

  /** Counts an attempt for each of `who`; a successful attempt is not counted. @throws {HttpError} 429 */
  async run<T>(who: readonly string[], attempt: () => Promise<T>): Promise<T> {
    return await this.counted(
      who.map((one) => ['signIns', one]),
      attempt,
    );
  }

  /**
   * Counts attempts for the password of a link. Only a few attempts of one network, and of the wider networks around
   * it, count for the link. So a stranger who has the link and many addresses cannot lock it for its holders.
   * @throws {HttpError} 429
   */
  async unlock<T>(
    { network, link }: { readonly network: string; readonly link: string },
    attempt: () => Promise<T>,
  ): Promise<T> {
    const { site, area, provider } = networksAround(network);
    // From the narrowest to the widest network: an attempt that an earlier counter refuses does not count for the later
    // ones.
    const counters = [
      ['signIns', `address ${network}`],
      ['linkPasswordsOfNetwork', `${network} ${link}`],
      ['linkPasswordsOfSite', `${site} ${link}`],
      ['linkPasswordsOfArea', `${area} ${link}`],
      ['linkPasswordsOfProvider', `${provider} ${link}`],
      ['linkPasswords', link],
    ] as const;
    return await this.counted(counters, attempt);
  }

  private async counted<T>(
    counters: readonly (readonly [what: Counted, who: string])[],
    attempt: () => Promise<T>,
  ): Promise<T> {
    for (const [what, who] of counters) await this.rates.count(what, who);
    const result = await attempt();
    for (const [what, who] of counters) await this.rates.forgive(what, who);
    return result;
  }
}
