import { hash, type KeyObject } from 'node:crypto';
import { InvalidToken, type TokenHolder } from '@cairn/access';
import type { Clock } from '@cairn/kernel';
import { LRUCache } from 'lru-cache';
import { tokenHolder } from './token-claims.js';
import { tokenText } from './token-text.js';

/** Bounds the tokens that are remembered, by their number and by what they say. */
const MAX_TOKENS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

interface Verified {
  readonly holder: TokenHolder;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The tokens of XYZ Hub, signed with RS256. A token is verified once; then only the time is looked at. */
export class HubTokens {
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_TOKENS, maxSize: MAX_BYTES });

  constructor(
    private readonly publicKey: KeyObject,
    private readonly clock: Clock,
  ) {}

  /** @throws {InvalidToken} */
  async verify(sent: string): Promise<TokenHolder> {
    const digest = hash('sha256', sent, 'base64');
    const { holder, expiresAt } = this.verified.get(digest) ?? (await this.verifyAnew(sent, digest));
    if (expiresAt <= this.clock.now() / 1_000) {
      this.verified.delete(digest);
      throw new InvalidToken(reasons['ERR_JWT_EXPIRED']);
    }
    return holder;
  }

  private async verifyAnew(sent: string, digest: string): Promise<Verified> {
    const { jwtVerify } = await import('jose'); // loaded with the first token
    const text = await tokenText(sent);
    const options = { algorithms: ['RS256'], currentDate: new Date(this.clock.now()) };
    const { payload } = await jwtVerify(text ?? '', this.publicKey, options).catch((cause: unknown) => {
      throw new InvalidToken(reasonOf(cause), { cause });
    });
    const verified = { holder: tokenHolder(payload), expiresAt: payload.exp ?? Infinity };
    this.verified.set(digest, verified, { size: 256 + 2 * (text?.length ?? 0) });
    return verified;
  }
}

const reasons = {
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'The token is not valid yet, or its times are no numbers.',
} as const;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_JWT_EXPIRED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED'
    ? reasons[code]
    : 'The token is malformed, or was not signed with the key of this service.';
}
