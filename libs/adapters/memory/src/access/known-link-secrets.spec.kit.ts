import type { LinkSecrets } from '@cairn/access/spi';
import { BASE62 } from '@cairn/kernel';
import { LINK_SECRETS_KEY } from '@cairn/testkit';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Secrets of links over the key of the contract. */
export function knownLinkSecrets(): LinkSecrets {
  return {
    secretOf: async (linkId) => {
      const code = hmac(sha256, utf8ToBytes(LINK_SECRETS_KEY), utf8ToBytes(linkId));
      let [rest, secret] = [BigInt(`0x${bytesToHex(code)}`), ''];
      for (; secret.length < 22; rest /= 62n) secret = BASE62.charAt(Number(rest % 62n)) + secret;
      return secret;
    },
  };
}
