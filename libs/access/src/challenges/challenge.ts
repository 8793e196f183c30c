/** How long a sign-in, or a registration, that has begun can be completed. */
export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1_000;

/** A sign-in, or a registration, that has begun, and that one answer completes. Times in epoch milliseconds. */
export interface Challenge {
  /** `SecretDigest` of what the answer repeats. */
  readonly digest: string;
  readonly purpose: 'identity-sign-in' | 'identity-link' | 'passkey-sign-in' | 'passkey-registration';
  /** Whose answer it must be, with whom it goes. Absent before sign-in. */
  readonly userId?: string | undefined;
  /** What is needed to check the answer; at most some kilobytes, perhaps empty. */
  readonly state: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}
