import { Clock, IdGenerator, InvalidInput, parseAll, type PortsOf } from '@cairn/kernel';
import { NoPassword, WrongPassword } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { assertRecentSignIn } from '../sessions/recent-sign-in.js';
import { newSession, type Session, type StartedSession } from '../users/session.js';
import { parsePassword, passwordIn } from '../users/password.js';
import { PasswordHash } from '../users/password-hash.js';
import { UserRepository } from '../users/user-repository.js';
import type { User } from '../users/user.js';

export interface NewPassword {
  /** The session in which it is set. */
  readonly session: Pick<Session, 'userId' | 'createdAt'>;
  /** Absent for a user without a password. */
  readonly current?: string | undefined;
  readonly password: string;
  readonly userAgent: string;
}

/** Changes or sets the password of a user. Ends all their sessions, and begins a new one. */
export class ChangePassword {
  static readonly ports = {
    users: UserRepository,
    passwords: PasswordHash,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof ChangePassword.ports>) {}

  /**
   * @throws {NoPassword} {WrongPassword} {InvalidInput} {UserNotFound}
   * @throws {SignInNotRecent} if a user without a password signed in more than ten minutes ago.
   */
  async execute(given: NewPassword): Promise<StartedSession> {
    const { users, passwords } = this.ports;
    const { userId } = given.session;
    const user = await users.get(userId);
    await this.assertProven(user, given);
    const parsed = parseAll({ password: () => parsePassword(given.password) });
    const passwordHash = await passwords.hash(parsed.password, userId);
    const { session, secret } = newSession(this.ports, { userId, userAgent: given.userAgent });
    await users.changePassword(userId, { replaced: user.passwordHash, passwordHash, session });
    return { user: { ...user, passwordHash }, session, secret };
  }

  private async assertProven(
    { passwordHash }: User,
    { current, session }: Pick<NewPassword, 'current' | 'session'>,
  ): Promise<void> {
    const { passwords, clock } = this.ports;
    if (passwordHash === undefined) {
      if (current !== undefined) throw new NoPassword();
      assertRecentSignIn(session, clock.now());
    } else {
      const { text } = parseCurrent(current);
      if (!(await passwords.verify(passwordIn(text), passwordHash, session.userId)))
        throw new WrongPassword();
    }
  }
}

function parseCurrent(current: string | undefined): { readonly text: string } {
  if (current !== undefined) return { text: current };
  throw new InvalidInput([{ pointer: '/current', code: 'invalid-type', detail: 'is missing' }]);
}
