import { Clock, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { scopesOf } from '../users/user.js';
import { sessionExpiry, type Session, type SignedIn } from '../users/session.js';
import { SessionRepository } from './session-repository.js';

/** Limits writes: the use of a session is stored at most once a minute, not on every request. */
const TOUCH_INTERVAL_MS = 60_000;

/** The sender of a request that has a session. */
export interface Visitor extends SignedIn {
  readonly caller: Caller;
}

/** Finds the user of a session by the secret in its cookie. */
export class AuthenticateSession {
  static readonly ports = { sessions: SessionRepository, digest: SecretDigest, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof AuthenticateSession.ports>) {}

  /** `undefined` if there is no such session, or it has ended. */
  async execute(secret: string): Promise<Visitor | undefined> {
    const { sessions, digest, clock } = this.ports;
    const found = await sessions.find(digest.digest(secret));
    const now = clock.now();
    if (found === undefined || found.session.expiresAt <= now) return undefined;
    const { user, session } = found;
    const used = now - session.lastUsedAt >= TOUCH_INTERVAL_MS ? await this.touch(session, now) : session;
    const caller = { accountId: user.accountId, userId: user.id, scopes: scopesOf(user.role) };
    return { user, session: used, caller };
  }

  /** Ignores a store that cannot be written to, as for keys. */
  private async touch(session: Session, at: number): Promise<Session> {
    const expiresAt = sessionExpiry(session.createdAt, at);
    try {
      await this.ports.sessions.touch(session.id, { at, expiresAt });
      return { ...session, lastUsedAt: at, expiresAt };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return session;
    }
  }
}
