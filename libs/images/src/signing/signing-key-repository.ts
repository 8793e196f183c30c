import { InvalidInput } from '@cairn/kernel';

/** The maximum number of stored keys, which are listed in one page. */
export const MAX_SIGNING_KEYS = 100;

/** Stores the signing keys. */
export abstract class SigningKeyRepository {
  /**
   * Atomic under concurrent calls.
   * @throws {SigningKeyExists} if another key has the name.
   * @throws {SigningKeyLimitReached} if there are `MAX_SIGNING_KEYS` already.
   */
  abstract add(key: SigningKey): Promise<void>;

  /** The key with exactly this name. A key removed by any process is not found. */
  abstract findByName(name: string): Promise<SigningKey | undefined>;

  /** Oldest first, ties in ascending order of identifiers (code units). */
  abstract list(): Promise<readonly SigningKey[]>;

  /** Removes the key and frees its name. @throws {SigningKeyNotFound} */
  abstract remove(id: string): Promise<void>;
}

/** A key that signs URLs of files, or upload tokens too. Time in epoch milliseconds. */
export interface SigningKey {
  readonly id: string;
  /** The value of `key=` in a signed URL. */
  readonly name: string;
  /** Stored in plain text: a digest cannot verify signatures. */
  readonly secret: string;
  readonly createdAt: number;
  /** The owner to whom upload tokens that it signs upload; it goes with them. Absent for a key that signs URLs alone. */
  readonly uploadsTo?: string | undefined;
}

/** @throws {InvalidInput} unless the name needs no encoding in a query. */
export function parseSigningKeyName(text: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(text)) return text;
  throw InvalidInput.of(
    'invalid-name',
    'The name must have 1 to 64 characters: lower-case letters, digits and hyphens.',
  );
}
