import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { InvalidPasskey, PasskeyCopied, PasskeyNotFound, UserNotFound } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { SessionRepository } from '../sessions/session-repository.js';
import { newSession, type StartedSession } from '../users/session.js';
import { PasskeyRepository, type Passkey } from './passkey-repository.js';

/** The response of a browser to a passkey sign-in. */
export interface Assertion {
  readonly credentialId: string;
  /** Verifies it with the passkey, and returns its counter. @throws {InvalidPasskey} */
  readonly verify: (passkey: Passkey) => Promise<number>;
  readonly userAgent: string;
}

/** Signs a user in with a passkey. */
export class SignInByPasskey {
  static readonly ports = {
    passkeys: PasskeyRepository,
    sessions: SessionRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof SignInByPasskey.ports>) {}

  /** @throws {InvalidPasskey} for every fault. */
  async execute({ credentialId, verify, userAgent }: Assertion): Promise<StartedSession> {
    const { passkeys, sessions, clock } = this.ports;
    const found = await passkeys.find(credentialId);
    if (found === undefined) throw new InvalidPasskey({ cause: new PasskeyNotFound() });
    const { passkey, user } = found;
    const counter = await verify(passkey);
    const { session, secret } = newSession(this.ports, { userId: user.id, userAgent });
    try {
      await passkeys.use(passkey.id, { counter, at: clock.now() });
      await sessions.add(session);
    } catch (error) {
      throw isRefusal(error) ? new InvalidPasskey({ cause: error }) : error;
    }
    return { user, session, secret };
  }
}

/** The passkey was copied, or it or its user was removed meanwhile. */
function isRefusal(error: unknown): boolean {
  return error instanceof PasskeyCopied || error instanceof PasskeyNotFound || error instanceof UserNotFound;
}
