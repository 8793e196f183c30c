import { createHash } from 'node:crypto';
import type { SecretDigest } from '@cairn/accounts';

/** SHA-256 of this machine. */
export class Sha256SecretDigest implements SecretDigest {
  digest(secret: string): string {
    return createHash('sha256').update(secret).digest('hex');
  }
}
