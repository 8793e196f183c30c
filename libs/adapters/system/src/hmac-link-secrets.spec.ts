import { describe, expect, it } from '@jest/globals';
import { LINK_SECRETS_KEY, linkSecretsContract, verify } from '@cairn/testkit';
import { HmacLinkSecrets } from './hmac-link-secrets.js';

const open = async (): Promise<HmacLinkSecrets> => new HmacLinkSecrets(async () => LINK_SECRETS_KEY);

describe('HmacLinkSecrets', () => {
  verify({ contract: linkSecretsContract, subject: { open, reopen: open }, it });

  it('reads the key once, and again after it could not be read', async () => {
    const answers = [new Error('no key'), LINK_SECRETS_KEY];
    const secrets = new HmacLinkSecrets(async () => {
      const answer = answers.shift();
      if (typeof answer === 'string') return answer;
      throw answer ?? new Error('asked too often');
    });
    await expect(secrets.secretOf('one')).rejects.toThrow('no key');
    expect(await secrets.secretOf('one')).toBe(await (await open()).secretOf('one'));
    await secrets.secretOf('other');
  });

  it('derives other secrets from another key', async () => {
    const others = new HmacLinkSecrets(async () => `${LINK_SECRETS_KEY}.`);
    expect(await others.secretOf('one')).not.toBe(await (await open()).secretOf('one'));
  });
});
