import { assert } from '../../assert.js';
import type { PasswordHash } from '@cairn/access/spi';
import type { Contract } from '../../contract.js';

/** Rules for every `PasswordHash`. */
export const passwordHashContract = {
  'a hash is of its own password and of no other': async ({ open }) => {
    const passwords = await open();
    const hash = await passwords.hash('four quiet words');
    assert.equal(await passwords.verify('four quiet words', hash), true);
    for (const wrong of ['four quiet Words', 'four quiet words ', '', '\0'])
      assert.equal(await passwords.verify(wrong, hash), false, JSON.stringify(wrong));
  },

  'long passwords count to their end, in any script': async ({ open }) => {
    const passwords = await open();
    const long = '🗝'.repeat(255);
    const hash = await passwords.hash(`${long}a`);
    assert.equal(await passwords.verify(`${long}a`, hash), true);
    assert.equal(await passwords.verify(`${long}b`, hash), false);
  },

  'hashes of one password differ, and are lines of at most 255 visible characters': async ({ open }) => {
    const passwords = await open();
    const hashes = [await passwords.hash('four quiet words'), await passwords.hash('four quiet words')];
    assert.notEqual(hashes[0], hashes[1]);
    for (const hash of hashes) assert.match(hash, /^[\x21-\x7e]{1,255}$/);
  },

  'a text that is no hash is of no password': async ({ open }) => {
    const passwords = await open();
    for (const text of ['', 'four quiet words', '$argon2id$', '$2b$10$'])
      assert.equal(await passwords.verify('four quiet words', text), false, text);
  },
} satisfies Contract<PasswordHash>;
