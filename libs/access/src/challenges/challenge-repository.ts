/** How long a pending sign-in or registration can be completed. */
export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1_000;

/** How long a link for a new password can be used. */
export const PASSWORD_RESET_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** A pending sign-in, registration or new password, which a single answer completes. Times in epoch milliseconds. */
export interface Challenge {
  /** `SecretDigest` of the secret that the answer repeats. */
  readonly digest: string;
  readonly purpose:
    'identity-sign-in' | 'identity-link' | 'passkey-sign-in' | 'passkey-registration' | 'password-reset';
  /** The user who must answer; removed with that user. Absent before sign-in. */
  readonly userId?: string | undefined;
  /** Data for checking the answer; at most a few kilobytes, possibly empty. */
  readonly state: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Stores pending sign-ins, shared by all nodes. */
export abstract class ChallengeRepository {
  /**
   * Also removes challenges, of anyone, that have expired at its `createdAt`. A `password-reset` takes the place of an earlier one
   * of its user. @throws {UserNotFound}
   */
  abstract add(challenge: Challenge): Promise<void>;

  /** Returns the challenge, expired or not, without removing it. */
  abstract find(digest: string): Promise<Challenge | undefined>;

  /** Removes the challenge and returns it, expired or not. Of concurrent calls, only one gets it. */
  abstract take(digest: string): Promise<Challenge | undefined>;
}
