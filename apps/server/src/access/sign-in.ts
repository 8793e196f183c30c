import { InvalidKey, type Authenticate, type Caller } from '@cairn/access';
import type { RateLimits } from './rate-limits.js';
import { RecentKeys } from './recent-keys.js';

/**
 * Authenticates keys. After too many wrong keys, an IP address is blocked before its next key is looked up. Recently
 * valid keys still pass: other clients may share the address behind NAT or an untrusted proxy.
 */
export class SignIn {
  private readonly recent = new RecentKeys();

  constructor(
    private readonly authenticate: Authenticate,
    private readonly rates: RateLimits,
  ) {}

  /** @throws {InvalidKey} {HttpError} 429 if the address has sent too many wrong keys. */
  async execute(key: string, address: string): Promise<Caller> {
    const limited = await this.rates.check('failedAuth', address);
    if (limited !== undefined && !this.recent.has(key)) throw limited;
    try {
      const caller = await this.authenticate.execute(key);
      this.recent.add(key);
      return caller;
    } catch (error) {
      if (error instanceof InvalidKey) {
        this.recent.delete(key);
        await this.rates.count('failedAuth', address);
      }
      throw error;
    }
  }
}
