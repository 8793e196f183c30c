import { BASE62, type IdGenerator } from '@cairn/kernel';

const PREFIX = 'cairn_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

const pattern = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/**
 * The secret text of an API key in GitHub's scheme: prefix, 30 random base62 characters, and their CRC-32 as 6 base62
 * characters, so that a mistyped key is known for one without asking a store.
 */
export class KeySecret {
  private constructor(readonly text: string) {}

  static create(ids: IdGenerator): KeySecret {
    const random = ids.next(RANDOM_LENGTH);
    return new KeySecret(`${PREFIX}${random}${checksum(random)}`);
  }

  /** `undefined` when the text is not a well-formed key. */
  static parse(text: string): KeySecret | undefined {
    const [, random, given] = pattern.exec(text) ?? [];
    return random !== undefined && checksum(random) === given ? new KeySecret(text) : undefined;
  }

  /** The beginning of the key, enough for its owner to tell it from others. */
  get hint(): string {
    return this.text.slice(0, PREFIX.length + 4);
  }
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** CRC-32 of ISO-HDLC, also known as IEEE 802.3: reflected polynomial EDB88320. */
function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
