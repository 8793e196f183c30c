import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { NoPassword, WrongPassword } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { newSession, type StartedSession } from '../sessions/session.js';
import { parsePassword, passwordIn } from './password.js';
import { PasswordHash } from './password-hash.js';
import { UserRepository } from './user-repository.js';

export interface NewPassword {
  readonly userId: string;
  readonly current: string;
  readonly password: string;
  readonly userAgent: string;
}

/** Changes the password of a user. All their sessions end, and a new one begins. */
export class ChangePassword {
  static readonly ports = {
    users: UserRepository,
    passwords: PasswordHash,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof ChangePassword.ports>) {}

  /** @throws {NoPassword} {WrongPassword} {InvalidInput} {UserNotFound} */
  async execute({ userId, current, password, userAgent }: NewPassword): Promise<StartedSession> {
    const { users, passwords } = this.ports;
    const user = await users.get(userId);
    if (user.passwordHash === undefined) throw new NoPassword();
    if (!(await passwords.verify(passwordIn(current), user.passwordHash))) throw new WrongPassword();
    const parsed = parseAll({ password: () => parsePassword(password) });
    const passwordHash = await passwords.hash(parsed.password);
    const { session, secret } = newSession(this.ports, { userId, userAgent });
    await users.changePassword(userId, { passwordHash, session });
    return { user, session, secret };
  }
}
