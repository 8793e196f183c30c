import { randomBytes } from 'node:crypto';
import type { IdGenerator } from '@cairn/kernel';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// The largest multiple of 62 in a byte: bytes from here on are drawn again, so that every character is as likely.
const EVEN = 256 - (256 % ALPHABET.length);

/** Draws identifiers from the machine's cryptographic randomness. */
export class RandomIdGenerator implements IdGenerator {
  next(length: number): string {
    let id = '';
    while (id.length < length) {
      for (const byte of randomBytes(length - id.length)) {
        if (byte < EVEN) id += ALPHABET.charAt(byte % ALPHABET.length);
      }
    }
    return id;
  }
}
