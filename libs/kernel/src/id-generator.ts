/** The base62 digits in ascending order of both value and code unit. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Generates unpredictable identifiers. */
export abstract class IdGenerator {
  /** `length` cryptographically random characters, uniformly distributed over `0-9A-Za-z` (5.95 bits each). */
  abstract next(length: number): string;
}
