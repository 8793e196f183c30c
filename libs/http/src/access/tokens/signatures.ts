import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey, SigningKeyRepository } from '@cairn/images/spi';
import type { SigningKeys } from '../../settings/http-settings.js';

export interface SignatureOptions {
  /** Keys from the settings. They take precedence over stored keys of the same name. */
  readonly settings: SigningKeys;
  /** Queried for each signature, so that a key revoked on any node is refused at once. */
  readonly stored: Pick<SigningKeyRepository, 'findByName'>;
}

export interface SignedText {
  readonly text: string;
  /** The name of the key. */
  readonly key: string;
  readonly signature: string;
}

/** Verifies signatures by the keys of the settings and those that are stored. */
export class Signatures {
  constructor(private readonly options: SignatureOptions) {}

  /** Who signed: a stored key, or `settings`. `undefined` if the signature is wrong, or its key is not there any more. */
  async signer({ text, key, signature }: SignedText): Promise<SigningKey | 'settings' | undefined> {
    const { settings, stored } = this.options;
    const own = settings.get(key);
    const found = own === undefined ? await stored.findByName(key) : undefined;
    const secret = own ?? found?.secret;
    // Computes the HMAC for an unknown key too, so that it takes as long as a known one.
    const isRight = isSame(signatureOf(text, secret ?? ''), signature);
    return isRight && secret !== undefined ? (found ?? 'settings') : undefined;
  }
}

/** The HMAC-SHA-256 of a text, as base64url. */
export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function isSame(expected: string, given: string): boolean {
  // Bytes, because a text of the same length may have more of them.
  const [own, other] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}
