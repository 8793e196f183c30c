import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { ChallengeRepository } from '../challenges/challenge-repository.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { newSession, type StartedSession } from '../users/session.js';
import { parsePassword } from '../users/password.js';
import { PasswordHash } from '../users/password-hash.js';
import { UserRepository } from '../users/user-repository.js';
import { FindPasswordReset } from './find-password-reset.js';

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
