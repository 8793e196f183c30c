import { InvalidInput } from '@cairn/kernel';

/** So many keys are stored at most: they are listed at once. */
export const MAX_SIGNING_KEYS = 100;

/** Signs addresses of files. Time in epoch milliseconds. */
export interface SigningKey {
  readonly id: string;
  /** What `key=` of a signed address says. */
  readonly name: string;
  /** Kept as it is: a signature cannot be checked with a digest of it. */
  readonly secret: string;
  readonly createdAt: number;
}

/** @throws {InvalidInput} unless the name can stand in a query as it is. */
export function parseSigningKeyName(text: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(text)) return text;
  throw InvalidInput.of(
    'invalid-name',
    'The name must have 1 to 64 characters: lower-case letters, digits and hyphens.',
  );
}
