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
