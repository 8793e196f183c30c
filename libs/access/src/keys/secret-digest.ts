/** Hashes secrets for storage. */
export abstract class SecretDigest {
  /** SHA-256 of the UTF-8 text, in lower-case hexadecimal. Random secrets need no slower hash. */
  abstract digest(secret: string): string;
}
