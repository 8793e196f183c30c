import { assert } from '../assert.js';
import type { SecretDigest } from '@cairn/access/spi';
import type { Contract } from '../contract.js';

/** Rules for every `SecretDigest`. */
export const secretDigestContract = {
  'the digest is SHA-256 in lower-case hexadecimal (vectors of FIPS 180)': async ({ open }) => {
    const digest = await open();
    const vectors = {
      '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    };
    for (const [text, expected] of Object.entries(vectors)) assert.equal(digest.digest(text), expected);
  },

  'the digest is of the text in UTF-8': async ({ open }) => {
    const digest = await open();
    assert.equal(
      digest.digest('Zürich 🗝'),
      'e8511ee499dc62537f39d6bba4f86186e58d35cbf7185b9a3c5d9c7500c2399f',
    );
  },
} satisfies Contract<SecretDigest>;
