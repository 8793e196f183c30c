import { hash } from 'node:crypto';
import type { SecretDigest } from '@cairn/access/spi';

/** SHA-256 from `node:crypto`. */
export class Sha256SecretDigest implements SecretDigest {
  digest(secret: string): string {
    return hash('sha256', secret, 'hex');
  }
}
