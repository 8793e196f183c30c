import type { SigningKey } from './signing-key.js';

/** Stores the keys that sign addresses. */
export abstract class SigningKeyRepository {
  /**
   * Atomic under concurrent calls.
   * @throws {SigningKeyExists} if another key has the name.
   * @throws {SigningKeyLimitReached} if there are `MAX_SIGNING_KEYS` already.
   */
  abstract add(key: SigningKey): Promise<void>;

  /** The key of exactly this name. A key that was removed by any process is not found any more. */
  abstract findByName(name: string): Promise<SigningKey | undefined>;

  /** Oldest first, ties in ascending order of identifiers (code units). */
  abstract list(): Promise<readonly SigningKey[]>;

  /** Frees the name. @throws {SigningKeyNotFound} */
  abstract remove(id: string): Promise<void>;
}
