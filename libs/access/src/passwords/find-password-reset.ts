import { Clock, type PortsOf } from '@cairn/kernel';
import { ChallengeRepository } from '../challenges/challenge-repository.js';
import { InvalidPasswordReset, UserNotFound } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { UserRepository } from '../users/user-repository.js';
import type { User } from '../users/user.js';

/** Finds the user of a link for a new password, without using it up. */
export class FindPasswordReset {
  static readonly ports = {
    users: UserRepository,
    challenges: ChallengeRepository,
    digest: SecretDigest,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof FindPasswordReset.ports>) {}

  /** @throws {InvalidPasswordReset} also when it has expired. */
  async execute(token: string): Promise<{ readonly user: User; readonly expiresAt: number }> {
    const { users, challenges, digest, clock } = this.ports;
    const found = await challenges.find(digest.digest(token));
    if (found?.userId === undefined || found.purpose !== 'password-reset') throw new InvalidPasswordReset();
    const { userId, expiresAt } = found;
    if (expiresAt <= clock.now()) throw new InvalidPasswordReset();
    try {
      return { user: await users.get(userId), expiresAt };
    } catch (error) {
      throw error instanceof UserNotFound ? new InvalidPasswordReset() : error;
    }
  }
}
