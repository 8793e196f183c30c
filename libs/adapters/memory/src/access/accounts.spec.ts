import { describe, it } from '@jest/globals';
import { accountsContract, verify, type AccountsPorts } from '@cairn/testkit';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryAccountRepository } from './memory-account-repository.js';
import { MemoryApiKeyRepository } from './memory-api-key-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const open = async (): Promise<AccountsPorts> => ({
  accounts: new MemoryAccountRepository(),
  keys: new MemoryApiKeyRepository(),
  digest: { digest: (secret) => bytesToHex(sha256(utf8ToBytes(secret))) },
  clock: new ManualClock(),
  ids: new SequenceIdGenerator(),
});

describe('accounts in memory', () =>
  verify({
    contract: accountsContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'acknowledged changes are there after a restart': 'memory is not durable' },
  }));
