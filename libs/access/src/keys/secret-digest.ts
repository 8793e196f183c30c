/** Turns a secret into what may be stored of it. */
export abstract class SecretDigest {
  /** SHA-256 of the text in UTF-8, lower-case hexadecimal; enough for a secret that is random itself. */
  abstract digest(secret: string): string;
}
