import type { PasswordHash } from '@cairn/access/spi';
import type { GrantPorts, UploadTokenPorts } from '@cairn/testkit';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { MemoryAccountRepository } from '../memory-account-repository.js';
import { MemoryApiKeyRepository } from '../memory-api-key-repository.js';
import { MemoryGrantRepository } from '../memory-grant-repository.js';
import { MemoryGroupRepository } from '../memory-group-repository.js';
import { SequenceIdGenerator } from '../../kernel/sequence-id-generator.js';
import { MemoryUploadTokenRepository } from '../memory-upload-token-repository.js';
import { MemorySignInRecords } from '../memory-sign-in-records.js';
import { MemoryChallengeRepository } from './memory-challenge-repository.js';
import { MemoryIdentityRepository } from './memory-identity-repository.js';
import { MemoryInviteRepository } from './memory-invite-repository.js';
import { MemoryPasskeyRepository } from './memory-passkey-repository.js';
import { MemoryPasswordHash } from './memory-password-hash.js';
import { MemorySessionRepository } from './memory-session-repository.js';
import { MemoryUserRepository } from './memory-user-repository.js';

/** New in-memory repositories that belong together. */
export async function openMemoryUsers(): Promise<GrantPorts & UploadTokenPorts> {
  const records = new MemorySignInRecords();
  const accounts = new MemoryAccountRepository();
  const keys = new MemoryApiKeyRepository(records);
  return {
    accounts,
    keys,
    users: new MemoryUserRepository(records, { accounts, keys }),
    sessions: new MemorySessionRepository(records),
    invites: new MemoryInviteRepository(records),
    uploadTokens: new MemoryUploadTokenRepository(records),
    grants: new MemoryGrantRepository(records),
    groups: new MemoryGroupRepository(records),
    identities: new MemoryIdentityRepository(records),
    passkeys: new MemoryPasskeyRepository(records),
    challenges: new MemoryChallengeRepository(records),
  };
}

/** All ports of the sign-in use cases. */
export async function openSignIn() {
  const passwords: PasswordHash = new MemoryPasswordHash();
  return {
    ...(await openMemoryUsers()),
    clock: new ManualClock(),
    ids: new SequenceIdGenerator(),
    passwords,
    digest: { digest: (secret: string) => bytesToHex(sha256(utf8ToBytes(secret))) },
  };
}
