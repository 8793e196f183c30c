import { describe, it } from '@jest/globals';
import { secretDigestContract, verify } from '@cairn/testkit';
import { Sha256SecretDigest } from './sha256-secret-digest.js';

const open = async (): Promise<Sha256SecretDigest> => new Sha256SecretDigest();

describe('Sha256SecretDigest', () =>
  verify({ contract: secretDigestContract, subject: { open, reopen: open }, it }));
