import type { PasswordHash } from '@cairn/access/spi';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Salted SHA-256: quick, so for tests and demos only. */
export class MemoryPasswordHash implements PasswordHash {
  private made = 0;

  async hash(password: string): Promise<string> {
    this.made += 1;
    return lineOf(String(this.made), password);
  }

  async verify(password: string, hash: string): Promise<boolean> {
    const [, salt = ''] = hash.split('$');
    return lineOf(salt, password) === hash;
  }
}

function lineOf(salt: string, password: string): string {
  return `$${salt}$${bytesToHex(sha256(utf8ToBytes(`${salt}$${password}`)))}`;
}
