/**
 * Hashes passwords slowly, to hinder guessing, without blocking the caller. Holders, such as accounts or networks, take
 * turns. All callers without a holder count as one.
 */
export abstract class PasswordHash {
  /** A line of at most 255 visible ASCII characters. Salted, and includes all parameters for `verify`. */
  abstract hash(password: string, holder?: string): Promise<string>;

  /** Whether `hash` was made from this password; `false` for a text that is not a hash. */
  abstract verify(password: string, hash: string, holder?: string): Promise<boolean>;
}
