import type { UserPorts } from '@cairn/testkit';
import { MemoryAccountRepository } from '../memory-account-repository.js';
import { MemoryApiKeyRepository } from '../memory-api-key-repository.js';
import { MemoryChallengeRepository } from './memory-challenge-repository.js';
import { MemoryIdentityRepository } from './memory-identity-repository.js';
import { MemoryInviteRepository } from './memory-invite-repository.js';
import { MemorySessionRepository } from './memory-session-repository.js';
import { MemorySignInRecords } from './memory-sign-in-records.js';
import { MemoryUserRepository } from './memory-user-repository.js';

/** New in-memory repositories that belong together. */
export async function openMemoryUsers(): Promise<UserPorts> {
  const records = new MemorySignInRecords();
  const accounts = new MemoryAccountRepository();
  const keys = new MemoryApiKeyRepository(records);
  return {
    ...{ accounts, keys },
    users: new MemoryUserRepository(records, { accounts, keys }),
    sessions: new MemorySessionRepository(records),
    invites: new MemoryInviteRepository(records),
    identities: new MemoryIdentityRepository(records),
    challenges: new MemoryChallengeRepository(records),
  };
}
