import { InvalidKey, type Authenticate, type Caller } from '@cairn/access';
import type { RateLimits } from './rate-limits.js';
import { RecentKeys } from './recent-keys.js';

/**
 * Finds out who calls. An address that sent too many wrong keys is refused before its next key is looked up. Keys that
 * were valid lately pass even then: others may share the address, behind a router or a proxy that is not trusted.
 */
export class SignIn {
  private readonly recent = new RecentKeys();

  constructor(
    private readonly authenticate: Authenticate,
    private readonly rates: RateLimits,
  ) {}

  /** @throws {InvalidKey} {HttpError} 429 when the address has sent too many wrong keys. */
  async execute(key: string, address: string): Promise<Caller> {
    const gate = await this.rates.spent('failedAuth', address);
    if (gate !== undefined && !this.recent.has(key)) throw gate;
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
