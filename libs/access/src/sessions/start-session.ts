import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { InvalidCredentials, SessionNotFound, UserNotFound } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { passwordIn } from '../users/password.js';
import { PasswordHash } from '../users/password-hash.js';
import { UserRepository } from '../users/user-repository.js';
import type { User } from '../users/user.js';
import { newSession, TOKEN_LENGTH, type Session, type StartedSession } from '../users/session.js';
import { SessionRepository } from './session-repository.js';

export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly userAgent: string;
  /** The network of the request; networks take turns. */
  readonly holder?: string | undefined;
}

/** Signs a user in with name and password. */
export class StartSession {
  static readonly ports = {
    users: UserRepository,
    sessions: SessionRepository,
    passwords: PasswordHash,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  private nobodysHash: Promise<string> | undefined;

  constructor(private readonly ports: PortsOf<typeof StartSession.ports>) {}

  /**
   * @throws {InvalidCredentials} after the same work for a wrong name as for a wrong password; also if the password is
   * changed meanwhile.
   */
  async execute({ name, password, userAgent, holder }: Credentials): Promise<StartedSession> {
    const { users, sessions, passwords, ids } = this.ports;
    const nobodysHash = await (this.nobodysHash ??= passwords.hash(ids.next(TOKEN_LENGTH)));
    const user = await users.findByName(name);
    const isRight = await passwords.verify(passwordIn(password), user?.passwordHash ?? nobodysHash, holder);
    if (user === undefined || !isRight) throw new InvalidCredentials();
    const { session, secret } = newSession(this.ports, { userId: user.id, userAgent });
    try {
      await sessions.add(session);
      await this.assertUnchanged(user, session);
    } catch (error) {
      throw isGone(error) ? new InvalidCredentials() : error;
    }
    return { user, session, secret };
  }

  /** A new password ends existing sessions, but not one added later with the old password. */
  private async assertUnchanged(
    { id, passwordHash }: User,
    { id: sessionId, digest }: Session,
  ): Promise<void> {
    const { sessions } = this.ports;
    const stored = await sessions.find(digest);
    if (stored?.user.passwordHash === passwordHash) return;
    if (stored !== undefined) await sessions.remove(id, sessionId);
    throw new InvalidCredentials();
  }
}

/** The user was removed meanwhile, or the session ended. */
function isGone(error: unknown): boolean {
  return error instanceof UserNotFound || error instanceof SessionNotFound;
}
