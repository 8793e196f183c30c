import { UserNotFound, type Challenge } from '@cairn/access';
import type { ChallengeRepository } from '@cairn/access/spi';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps challenges in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryChallengeRepository implements ChallengeRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async add(challenge: Challenge): Promise<void> {
    const { users, challenges } = this.records;
    if (challenge.userId !== undefined && !users.has(challenge.userId)) throw new UserNotFound();
    for (const { digest, expiresAt } of challenges.values())
      if (expiresAt <= challenge.createdAt) challenges.delete(digest);
    if (challenge.purpose === 'password-reset' && challenge.userId !== undefined)
      this.records.endChallenges(challenge.userId, 'password-reset');
    challenges.set(challenge.digest, { ...challenge });
  }

  async find(digest: string): Promise<Challenge | undefined> {
    const challenge = this.records.challenges.get(digest);
    return challenge && { ...challenge };
  }

  async take(digest: string): Promise<Challenge | undefined> {
    const challenge = this.records.challenges.get(digest);
    this.records.challenges.delete(digest);
    return challenge;
  }
}
