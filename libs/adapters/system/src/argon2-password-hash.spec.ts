import { describe, expect, it } from '@jest/globals';
import { passwordHashContract, verify } from '@cairn/testkit';
import { Argon2PasswordHash } from './argon2-password-hash.js';

const open = async (): Promise<Argon2PasswordHash> => new Argon2PasswordHash();

describe('Argon2PasswordHash', () => {
  verify({ contract: passwordHashContract, subject: { open, reopen: open }, it });

  it('costs what OWASP asks for', async () => {
    expect(await (await open()).hash('four quiet words')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
