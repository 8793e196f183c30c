import { randomBytes } from 'node:crypto';
import { BASE62, type IdGenerator } from '@cairn/kernel';

const SPARE_BYTES = 16; // 1 byte in 32 is rejected

/** Draws identifiers from the operating system's random source. */
export class RandomIdGenerator implements IdGenerator {
  next(length: number): string {
    let id = '';
    while (id.length < length) {
      // Rejection sampling: of the values 0–63, 62 and 63 are drawn again, so that all characters are equally likely.
      for (const byte of randomBytes(length + SPARE_BYTES)) id += BASE62.charAt(byte % 64);
    }
    return id.slice(0, length);
  }
}
