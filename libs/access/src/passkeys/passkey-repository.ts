import type { User } from '../users/user.js';

/** A WebAuthn credential that a user signs in with. Times in epoch milliseconds. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** The credential ID: base64url, at most 1,023 bytes; unique. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator; 0 if it has none. */
  readonly counter: number;
  /** Transports of the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number | undefined;
}

/** Stores the passkeys of all users. They are removed with their user. */
export abstract class PasskeyRepository {
  /** @throws {UserNotFound} {PasskeyExists} if any user has a passkey with this credential. */
  abstract add(passkey: Passkey): Promise<void>;

  /** The passkey with this credential, compared exactly, and its user. */
  abstract find(
    credentialId: string,
  ): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined>;

  /** The passkeys of a user, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(userId: string): Promise<readonly Passkey[]>;

  /**
   * Stores the counter and `lastUsedAt`.
   * @throws {PasskeyNotFound}
   * @throws {PasskeyCopied} if the counter is not greater than the stored one, unless both are 0. Nothing changes.
   */
  abstract use(id: string, use: { readonly counter: number; readonly at: number }): Promise<void>;

  /** @throws {LastSignIn} if the user could no longer sign in. */
  abstract remove(userId: string, id: string): Promise<void>;
}
