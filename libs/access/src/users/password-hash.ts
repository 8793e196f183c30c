/** Hashes passwords so that guessing is slow, without blocking the caller. */
export abstract class PasswordHash {
  /** A line of at most 255 visible ASCII characters, different each time, with everything that `verify` needs. */
  abstract hash(password: string): Promise<string>;

  /** Whether `hash` was made from this password. A text that is no hash was made from none. */
  abstract verify(password: string, hash: string): Promise<boolean>;
}
