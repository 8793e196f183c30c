/** Hashes texts of any length to short identifiers. */
export abstract class TextDigest {
  /** The SHA-256 of a text in UTF-8, in lower-case hexadecimal. */
  abstract digest(text: string): string;
}
