import type { SigningKey } from './signing-key.js';

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
