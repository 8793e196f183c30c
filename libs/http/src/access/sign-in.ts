import { hash } from 'node:crypto';
import { type Authenticate, InvalidKey, InvalidToken, type Principal } from '@cairn/access';
import { LRUCache } from 'lru-cache';
import type { RateLimits } from './rate-limits.js';
import type { HubTokens } from './tokens/hub-tokens.js';

const MAX_KEYS = 10_000;

/** The 10,000 most recently used valid keys. Stores digests, so that memory holds no secrets. */
export class RecentKeys {
  private readonly digests = new LRUCache<string, true>({ max: MAX_KEYS });

  add(key: string): void {
    this.digests.set(digestOf(key), true);
  }

  has(key: string): boolean {
    return this.digests.has(digestOf(key));
  }

  delete(key: string): void {
    this.digests.delete(digestOf(key));
  }
}

function digestOf(key: string): string {
  return hash('sha256', key, 'base64');
}

interface SignInOptions {
  readonly authenticate: Authenticate;
  /** Absent if no tokens are accepted. */
  readonly tokens: HubTokens | undefined;
  readonly rates: RateLimits;
}

/**
 * Authenticates keys and tokens. After too many wrong ones, an IP address is blocked before its next one is checked.
 * Recently valid ones still pass, because other clients may share the address behind NAT or an untrusted proxy.
 * @throws {InvalidKey} {InvalidToken} {HttpError} 429 if the address has sent too many wrong ones.
 */
export class SignIn {
  private readonly recent = new RecentKeys();

  constructor(private readonly options: SignInOptions) {}

  /**
   * @throws {InvalidKey} {InvalidToken} {HttpError} 429 if the address has sent too many wrong ones.
   */
  async execute(
    credential: string,
    sent: { readonly address: string; readonly toHub: boolean },
  ): Promise<Principal> {
    const { rates } = this.options;
    const limited = await rates.check('failedAuth', sent.address);
    if (limited !== undefined && !this.recent.has(credential)) throw limited;
    try {
      const principal = await this.identify(credential, sent);
      this.recent.add(credential);
      return principal;
    } catch (error) {
      if (error instanceof InvalidKey || error instanceof InvalidToken) {
        this.recent.delete(credential);
        await rates.count('failedAuth', sent.address);
      }
      throw error;
    }
  }

  private async identify(credential: string, { toHub }: { readonly toHub: boolean }): Promise<Principal> {
    const { authenticate, tokens } = this.options;
    return tokens === undefined || !toHub || credential.startsWith('cairn_')
      ? { kind: 'key', caller: await authenticate.execute(credential) }
      : { kind: 'token', holder: await tokens.verify(credential) };
  }
}
