import { InvalidInput } from '@cairn/kernel';

/** The maximum number of stored keys, which are listed in one page. */
export const MAX_SIGNING_KEYS = 100;

/** A key that signs URLs of files. Time in epoch milliseconds. */
export interface SigningKey {
  readonly id: string;
  /** The value of `key=` in a signed URL. */
  readonly name: string;
  /** Stored in plain text: a digest cannot verify signatures. */
  readonly secret: string;
  readonly createdAt: number;
}

/** @throws {InvalidInput} unless the name needs no encoding in a query. */
export function parseSigningKeyName(text: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(text)) return text;
  throw InvalidInput.of(
    'invalid-name',
    'The name must have 1 to 64 characters: lower-case letters, digits and hyphens.',
  );
}
