import { describe, expect, it } from '@jest/globals';
import { passwordHashContract, verify } from '@cairn/testkit';
import { Argon2PasswordHash } from './argon2-password-hash.js';

const open = async (): Promise<Argon2PasswordHash> => new Argon2PasswordHash();

describe('Argon2PasswordHash', () => {
  verify({ contract: passwordHashContract, subject: { open, reopen: open }, it });

  it('gives another holder a turn beside one who has much to be hashed', async () => {
    const passwords = await open();
    let others = 0;
    const many = Array.from({ length: 24 }, () => passwords.hash('much', 'many').then(() => (others += 1)));
    await passwords.hash('one', 'one');
    expect(others).toBeLessThan(12);
    await Promise.all(many);
  });

  it('costs what OWASP asks for', async () => {
    expect(await (await open()).hash('four quiet words')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
