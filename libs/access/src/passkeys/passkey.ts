/** A WebAuthn credential by which a user signs in. Times in epoch milliseconds. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** What its authenticator calls it: base64url, at most 1,023 bytes. No two passkeys have the same. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Signatures made, as the authenticator says; 0 for one that does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number | undefined;
}
