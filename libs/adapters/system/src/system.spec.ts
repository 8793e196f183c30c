import { describe, it } from '@jest/globals';
import { clockContract, idGeneratorContract, secretDigestContract, verify } from '@cairn/testkit';
import { RandomIdGenerator } from './random-id-generator.js';
import { Sha256SecretDigest } from './sha256-secret-digest.js';
import { SystemClock } from './system-clock.js';

/** An adapter that keeps nothing, so that the old one is as good as a new one. */
const stateless = <T>(open: () => T) => ({ open: async () => open(), reopen: async (adapter: T) => adapter });

describe('SystemClock', () => verify({ contract: clockContract, subject: stateless(() => new SystemClock()), it }));

describe('RandomIdGenerator', () =>
  verify({ contract: idGeneratorContract, subject: stateless(() => new RandomIdGenerator()), it }));

describe('Sha256SecretDigest', () =>
  verify({ contract: secretDigestContract, subject: stateless(() => new Sha256SecretDigest()), it }));
