import type { IdGenerator } from '@cairn/kernel';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Counts in base62, so that a test knows what comes; for anything secret it is of no use. */
export class SequenceIdGenerator implements IdGenerator {
  private count = 0;

  next(length: number): string {
    this.count += 1;
    let digits = '';
    for (let rest = this.count; rest > 0; rest = Math.floor(rest / ALPHABET.length)) {
      digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    }
    return digits.padStart(length, '0').slice(-length);
  }
}
