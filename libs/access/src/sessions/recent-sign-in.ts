import { SignInNotRecent } from '../errors.js';
import type { Session } from '../users/session.js';

/** How long after signing in a user can add a way to sign in. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1_000;

/**
 * A session alone must not allow adding a way to sign in: an unattended one would then give permanent access.
 * @throws {SignInNotRecent} if it began more than ten minutes before `now`.
 */
export function assertRecentSignIn({ createdAt }: Pick<Session, 'createdAt'>, now: number): void {
  if (now - createdAt > RECENT_SIGN_IN_MS) throw new SignInNotRecent();
}
