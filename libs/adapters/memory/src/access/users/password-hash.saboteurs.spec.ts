import { describe, it } from '@jest/globals';
import { passwordHashContract, sabotaged, verifyFails } from '@cairn/testkit';
import { MemoryPasswordHash } from './memory-password-hash.js';

const hash = async (): Promise<MemoryPasswordHash> => new MemoryPasswordHash();

describe('the contract of password hashes', () =>
  verifyFails({
    contract: passwordHashContract,
    subject: { open: hash, reopen: hash },
    saboteurs: {
      'a hash is of its own password and of no other': (passwords) =>
        sabotaged(passwords, { verify: (text, line) => passwords.verify(text.trim(), line) }),
      'long passwords count to their end, in any script': (passwords) =>
        sabotaged(passwords, {
          hash: (text) => passwords.hash(text.slice(0, 72)),
          verify: (text, line) => passwords.verify(text.slice(0, 72), line),
        }),
      'hashes of one password differ, and are lines of at most 255 visible characters': (passwords) =>
        sabotaged(passwords, { hash: async (text) => `${await passwords.hash(text)}\n` }),
      'a text that is no hash is of no password': (passwords) =>
        sabotaged(passwords, {
          verify: async (text, line) => text === line || (await passwords.verify(text, line)),
        }),
    },
    it,
  }));
