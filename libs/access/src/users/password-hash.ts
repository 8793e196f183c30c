/** Hashes passwords slowly, to hinder guessing, without blocking the caller. */
export abstract class PasswordHash {
  /** A line of at most 255 visible ASCII characters. Salted, and includes all parameters for `verify`. */
  abstract hash(password: string): Promise<string>;

  /** Whether `hash` was made from this password; `false` for a text that is not a hash. */
  abstract verify(password: string, hash: string): Promise<boolean>;
}
