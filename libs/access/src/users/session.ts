import { InvalidInput, toNfc, type Clock, type IdGenerator } from '@cairn/kernel';
import type { SecretDigest } from '../keys/secret-digest.js';
import type { User } from './user.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Idle timeout of a session. */
export const SESSION_IDLE_MS = 14 * DAY_MS;

/** Maximum lifetime of a session. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;

const ID_LENGTH = 22;

/** 256 bits, at 5.95 bits a character. */
export const TOKEN_LENGTH = 43;

const MAX_USER_AGENT_LENGTH = 300;

/** A browser in which a user is signed in, without its secret. Times in epoch milliseconds. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** `SecretDigest` of the secret in the cookie. */
  readonly digest: string;
  /** The `User-Agent` at sign-in. */
  readonly userAgent: string;
  /** What its user calls it, such as the name of a device. Absent for none. */
  readonly name?: string | undefined;
  readonly createdAt: number;
  /** Accurate to a minute. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** Maximum characters of the name of a session. */
export const MAX_SESSION_NAME_LENGTH = 64;

/** Parses the name of a session: NFC, trimmed. `undefined` for an empty one. @throws {InvalidInput} */
export function parseSessionName(text: string): string | undefined {
  const name = toNfc(text).trim();
  if ([...name].length > MAX_SESSION_NAME_LENGTH)
    throw InvalidInput.of('too-big', `The name must have at most ${MAX_SESSION_NAME_LENGTH} characters.`);
  if (/[\p{Cc}\p{Cs}]/u.test(name))
    throw InvalidInput.of('invalid-character', 'The name has a control character or half a surrogate pair.');
  return name === '' ? undefined : name;
}

/** A session and its user. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

/** A new session with its secret, which cannot be retrieved later. */
export interface StartedSession extends SignedIn {
  readonly secret: string;
}

/** The expiry of a session that is used at `at`. */
export function sessionExpiry(createdAt: number, at: number): number {
  return Math.min(at + SESSION_IDLE_MS, createdAt + SESSION_LIFETIME_MS);
}

interface Makers {
  readonly digest: SecretDigest;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** Creates a session with a new secret. Does not store it. */
export function newSession(
  { digest, clock, ids }: Makers,
  { userId, userAgent }: Pick<Session, 'userId' | 'userAgent'>,
): { readonly session: Session; readonly secret: string } {
  const secret = ids.next(TOKEN_LENGTH);
  const now = clock.now();
  const session = {
    id: ids.next(ID_LENGTH),
    userId,
    digest: digest.digest(secret),
    userAgent: userAgent.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, MAX_USER_AGENT_LENGTH),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: sessionExpiry(now, now),
  };
  return { session, secret };
}
