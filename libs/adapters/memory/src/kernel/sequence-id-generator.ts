import { BASE62, type IdGenerator } from '@cairn/kernel';

/** Counts in base62: predictable for tests, unsuitable for secrets. */
export class SequenceIdGenerator implements IdGenerator {
  private count = 0;

  next(length: number): string {
    this.count += 1;
    let digits = '';
    for (let rest = this.count; rest > 0; rest = Math.floor(rest / BASE62.length)) {
      digits = BASE62.charAt(rest % BASE62.length) + digits;
    }
    return digits.padStart(length, '0').slice(-length);
  }
}
