import { InvalidKey, InvalidToken, type Authenticate, type Principal } from '@cairn/access';
import type { RateLimits } from './rate-limits.js';
import { RecentKeys } from './recent-keys.js';
import type { HubTokens } from './tokens/hub-tokens.js';

interface SignInOptions {
  readonly authenticate: Authenticate;
  /** Absent if no tokens are accepted. */
  readonly tokens: HubTokens | undefined;
  readonly rates: RateLimits;
}

/**
 * Authenticates keys and tokens. After too many wrong ones, an IP address is blocked before its next one is looked at.
 * Recently valid ones still pass: other clients may share the address behind NAT or an untrusted proxy.
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
