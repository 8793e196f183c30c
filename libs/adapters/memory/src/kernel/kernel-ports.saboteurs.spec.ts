import { describe, it } from '@jest/globals';
import type { SecretDigest } from '@cairn/access/spi';
import type { Clock, IdGenerator, Timer } from '@cairn/kernel';
import {
  clockContract,
  idGeneratorContract,
  sabotaged,
  secretDigestContract,
  timerContract,
  verify,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { goingClock } from './going-clock.spec.kit.js';
import { ManualClock } from './manual-clock.js';
import { SequenceIdGenerator } from './sequence-id-generator.js';

const openClock = async (): Promise<Clock> => new ManualClock();
const openIds = async (): Promise<IdGenerator> => new SequenceIdGenerator();
const openDigest = async (): Promise<SecretDigest> => ({
  digest: (secret) => bytesToHex(sha256(utf8ToBytes(secret))),
});

const clocks: Saboteurs<Clock, typeof clockContract> = {
  'now is a whole number of milliseconds, of this century': (clock) =>
    sabotaged(clock, { now: () => clock.now() / 1_000 }),
};

const timers: Saboteurs<Timer, typeof timerContract> = {
  'of several waits the shortest ends first, whichever began first': (timer) =>
    sabotaged(timer, { wait: async () => undefined }),
};

const generators: Saboteurs<IdGenerator, typeof idGeneratorContract> = {
  'an identifier has the length asked for and only base62 characters': (ids) =>
    sabotaged(ids, { next: (length) => ids.next(Math.min(length, 64)) }),
  'no identifier is repeated': (ids) =>
    sabotaged(ids, { next: (length) => ids.next(length).replace(/.$/, '0') }),
  'two generators never return the same identifier': (ids) => ids,
  'every character is equally likely': (ids) => sabotaged(ids, { next: byModulo }),
};

const digests: Saboteurs<SecretDigest, typeof secretDigestContract> = {
  'the digest is SHA-256 in lower-case hexadecimal (vectors of FIPS 180)': (digest) =>
    sabotaged(digest, { digest: (secret) => digest.digest(secret).toUpperCase() }),
  'the digest is of the text in UTF-8': (digest) =>
    sabotaged(digest, {
      digest: (secret) => bytesToHex(sha256(Uint8Array.from([...secret], (letter) => letter.charCodeAt(0)))),
    }),
};

describe('the contract of clocks', () =>
  verifyFails({
    contract: clockContract,
    subject: { open: openClock, reopen: openClock },
    saboteurs: clocks,
    it,
  }));

describe('the contract of timers', () =>
  verifyFails({
    contract: timerContract,
    subject: { open: goingClock, reopen: goingClock },
    saboteurs: timers,
    it,
  }));

describe('the contract of id generators', () =>
  verifyFails({
    contract: idGeneratorContract,
    subject: { open: openIds, reopen: openIds },
    saboteurs: generators,
    it,
  }));

describe('the contract of secret digests', () => {
  const subject = { open: openDigest, reopen: openDigest };
  verify({ contract: secretDigestContract, subject, it });
  verifyFails({ contract: secretDigestContract, subject, saboteurs: digests, it });
});

/** The classic mistake: uniform bytes modulo 62. */
function byModulo(length: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return Array.from({ length }, (_, index) => alphabet.charAt((index % 256) % alphabet.length)).join('');
}
