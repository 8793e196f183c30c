import { createHmac } from 'node:crypto';
import type { LinkSecrets } from '@cairn/access/spi';
import { BASE62 } from '@cairn/kernel';

const LENGTH = 22;

/** HMAC-SHA-256 from `node:crypto`. The key is read when it is first needed, and then kept. */
export class HmacLinkSecrets implements LinkSecrets {
  private key: Promise<string> | undefined;

  constructor(private readonly readKey: () => Promise<string>) {}

  async secretOf(linkId: string): Promise<string> {
    const key = (this.key ??= this.readKey());
    try {
      return lastDigits(
        createHmac('sha256', await key)
          .update(linkId)
          .digest('hex'),
      );
    } catch (error) {
      this.key = undefined; // tried again by the next call
      throw error;
    }
  }
}

/** 62 to the power of 22 is so much less than 2 to the power of 256 that every secret is equally likely. */
function lastDigits(hexadecimal: string): string {
  let [rest, digits] = [BigInt(`0x${hexadecimal}`), ''];
  while (digits.length < LENGTH) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}
