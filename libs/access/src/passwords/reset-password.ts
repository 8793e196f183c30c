import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { ChallengeRepository } from '../challenges/challenge-repository.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { newSession, type StartedSession } from '../users/session.js';
import { parsePassword } from '../users/password.js';
import { PasswordHash } from '../users/password-hash.js';
import { UserRepository } from '../users/user-repository.js';
import { InvalidPasswordReset, UserNotFound } from '../errors.js';
import type { User } from '../users/user.js';

/** Sets a new password by a link, ends all sessions of the user, and signs them in. */
export class ResetPassword {
  static readonly ports = {
    users: UserRepository,
    challenges: ChallengeRepository,
    passwords: PasswordHash,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof ResetPassword.ports>) {}

  /** @throws {InvalidPasswordReset} before the password is hashed. {InvalidInput}, after which the link still works. */
  async execute(given: {
    readonly token: string;
    readonly password: string;
    readonly userAgent: string;
  }): Promise<StartedSession> {
    const { users, passwords, digest } = this.ports;
    const { token, userAgent } = given;
    const { user } = await new FindPasswordReset(this.ports).execute(token);
    const { password } = parseAll({ password: () => parsePassword(given.password) });
    const passwordHash = await passwords.hash(password);
    const { session, secret } = newSession(this.ports, { userId: user.id, userAgent });
    await users.resetPassword(digest.digest(token), { passwordHash, session });
    return { user: { ...user, passwordHash }, session, secret };
  }
}

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
