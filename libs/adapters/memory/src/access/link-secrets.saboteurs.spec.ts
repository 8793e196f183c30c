import { describe, it } from '@jest/globals';
import type { LinkSecrets } from '@cairn/access/spi';
import { linkSecretsContract, sabotaged, verify, verifyFails, type Saboteurs } from '@cairn/testkit';
import { knownLinkSecrets } from './known-link-secrets.spec.kit.js';

const open = async (): Promise<LinkSecrets> => knownLinkSecrets();

const saboteurs: Saboteurs<LinkSecrets, typeof linkSecretsContract> = {
  'secrets have the form of link secrets, and are different for each identifier': (secrets) =>
    sabotaged(secrets, { secretOf: async () => 'uZ62vSD8B9vvYSqqs9xbEs' }),
  'the secret is the last 22 digits of HMAC-SHA-256 in base62, in every version': (secrets) =>
    sabotaged(secrets, { secretOf: async (id) => (await secrets.secretOf(id)).toUpperCase() }),
  'a link has the same secret each time, and after a restart': (secrets) => {
    let calls = 0;
    return sabotaged(secrets, { secretOf: async (id) => await secrets.secretOf(`${id}${(calls += 1)}`) });
  },
};

describe('the contract of link secrets', () => {
  verify({ contract: linkSecretsContract, subject: { open, reopen: open }, it });
  verifyFails({ contract: linkSecretsContract, subject: { open, reopen: open }, saboteurs, it });
});
