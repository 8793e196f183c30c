import { Random } from '@cairn/harness';
import type { ComparableHashes } from '@cairn/images/spi';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** So many characters, or digits, are made of one number. */
const AT_ONCE = 5;
const HASH_PARTS = 4;
const PART_DIGITS = 4;
/** Parts of hashes that many photos have, such as those of a sky: hashes of real photos are not spread evenly. */
const POPULAR = 256;

/** Random texts, the same in every run. */
export class Chance extends Random {
  /** Of letters and digits. */
  text(length: number): string {
    return this.digits(length, BASE62);
  }

  /** Hexadecimal. */
  hash(length: number): string {
    return this.digits(length, '0123456789abcdef');
  }

  private digits(length: number, alphabet: string): string {
    let text = '';
    while (text.length < length) {
      let rest = this.below(alphabet.length ** AT_ONCE);
      for (let digit = 0; digit < AT_ONCE; digit += 1) {
        text += alphabet.charAt(rest % alphabet.length);
        rest = Math.floor(rest / alphabet.length);
      }
    }
    return text.slice(0, length);
  }
}

/** Perceptual hashes of photos. */
export class HashMaker {
  private readonly popular: readonly string[];

  /** @param chance Of the parts that many have. */
  constructor(chance: Chance) {
    this.popular = Array.from({ length: POPULAR }, () => chance.hash(PART_DIGITS));
  }

  next(chance: Chance): ComparableHashes {
    const parts = Array.from({ length: HASH_PARTS }, () => this.part(chance));
    return { perceptualHash: parts.join(''), dctHash: chance.hash(HASH_PARTS * PART_DIGITS) };
  }

  /** Hashes in which one digit is another, by the number. */
  like({ perceptualHash, dctHash }: ComparableHashes, number: number): ComparableHashes {
    const at = number % perceptualHash.length;
    const digit = (Number.parseInt(perceptualHash.charAt(at), 16) ^ 1).toString(16);
    return { perceptualHash: perceptualHash.slice(0, at) + digit + perceptualHash.slice(at + 1), dctHash };
  }

  private part(chance: Chance): string {
    const isPopular = chance.below(4) === 0;
    return (isPopular && chance.pick(this.popular)) || chance.hash(PART_DIGITS);
  }
}
