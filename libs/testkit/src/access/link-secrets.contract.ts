import { isLinkSecret } from '@cairn/access';
import type { LinkSecrets } from '@cairn/access/spi';
import { assert } from '../assert.js';
import { identifier, several } from '../builders.js';
import type { Contract } from '../contract.js';

/** The key that the subjects of the contract have. */
export const LINK_SECRETS_KEY = 'the key of the installation';

/** Rules for every `LinkSecrets` over {@link LINK_SECRETS_KEY}. */
export const linkSecretsContract = {
  'secrets have the form of link secrets, and are different for each identifier': async ({ open }) => {
    const secrets = await open();
    const ids = several(200, (number) => identifier(number, 22));
    const made = await Promise.all(ids.map((id) => secrets.secretOf(id)));
    for (const secret of made) assert.ok(isLinkSecret(secret), secret);
    assert.equal(new Set(made).size, ids.length);
  },

  'the secret is the last 22 digits of HMAC-SHA-256 in base62, in every version': async ({ open }) => {
    const secrets = await open();
    const vectors = {
      '3KqYz0V9mTnB7xWcR4sLpD': 'uZ62vSD8B9vvYSqqs9xbEs',
      '0000000000000000000001': 'yLYqrXNdQj2iXukxV4xb2m',
    };
    for (const [id, expected] of Object.entries(vectors)) assert.equal(await secrets.secretOf(id), expected);
  },

  'a link has the same secret each time, and after a restart': async ({ open, reopen }) => {
    const secrets = await open();
    const secret = await secrets.secretOf('one');
    assert.equal(await secrets.secretOf('one'), secret);
    assert.equal(await (await reopen(secrets)).secretOf('one'), secret);
  },
} satisfies Contract<LinkSecrets>;
