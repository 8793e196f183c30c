import { BASE62, type IdGenerator } from '@cairn/kernel';

const PREFIX = 'cairn_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

const pattern = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/**
 * The secret of an API key in GitHub's token format: prefix, 30 random base62 characters, and their CRC-32 as 6 base62
 * characters. The checksum detects mistyped keys without a lookup.
 */
export class KeySecret {
  private constructor(readonly text: string) {}

  static create(ids: IdGenerator): KeySecret {
    const random = ids.next(RANDOM_LENGTH);
    return new KeySecret(`${PREFIX}${random}${checksum(random)}`);
  }

  /** Returns `undefined` if the text is not a well-formed key. */
  static parse(text: string): KeySecret | undefined {
    const [, random, given] = pattern.exec(text) ?? [];
    return random !== undefined && checksum(random) === given ? new KeySecret(text) : undefined;
  }

  /** The first characters of the key, by which its owner recognizes it. */
  get hint(): string {
    return this.text.slice(0, PREFIX.length + 4);
  }
}

function checksum(text: string): string {
  let remaining = crc32(text);
  let digits = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    digits = BASE62.charAt(remaining % BASE62.length) + digits;
    remaining = Math.floor(remaining / BASE62.length);
  }
  return digits;
}

/** CRC-32/ISO-HDLC (IEEE 802.3): reflected polynomial EDB88320. */
function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
