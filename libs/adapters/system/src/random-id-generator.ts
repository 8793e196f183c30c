import { randomBytes } from 'node:crypto';
import { BASE62, type IdGenerator } from '@cairn/kernel';

const SPARE_BYTES = 16; // 1 byte in 32 is of no use

/** Draws identifiers from the random source of the operating system. */
export class RandomIdGenerator implements IdGenerator {
  next(length: number): string {
    let id = '';
    while (id.length < length) {
      // Six bits are 0–63; 62 and 63 have no character and are drawn again, so that no other comes more often.
      for (const byte of randomBytes(length + SPARE_BYTES)) id += BASE62.charAt(byte % 64);
    }
    return id.slice(0, length);
  }
}
