import type { Page, PageRequest } from '@cairn/kernel';
import type { ApiKey } from './api-key.js';

export interface Revocation {
  /** In epoch milliseconds. */
  readonly at: number;
  /** Whether to revoke the last key that can administer. */
  readonly lastAdmin: 'refuse' | 'revoke';
}

/** Stores the API keys of all accounts. A key whose parent is not usable is not usable either. */
export abstract class ApiKeyRepository {
  /**
   * @throws {InvalidKey} if the key has a parent that does not exist or is not usable at the key's `createdAt`, or a user
   *   who does not exist, or is not an owner although the key has `admin` or belongs to another account than theirs.
   * @throws {KeyExists} if a key with the same digest exists, even a revoked one.
   * @throws {KeyLimitReached} if the account has `limit` keys that are not revoked already, also by concurrent calls. Of more
   *   than `limit` revoked ones, it forgets the oldest that no kept key was made by.
   */
  abstract add(key: ApiKey, limit?: number): Promise<void>;

  abstract findByDigest(digest: string): Promise<ApiKey | undefined>;

  /** @throws {KeyNotFound} */
  abstract get(id: string): Promise<ApiKey>;

  /** The given keys that exist, in any order. */
  abstract find(ids: readonly string[]): Promise<readonly ApiKey[]>;

  /**
   * The keys of one account, or of all if `accountId` is `undefined`, including revoked ones. Oldest first, ties in
   * ascending order of identifiers (code units).
   */
  abstract list(accountId: string | undefined, page: PageRequest): Promise<Page<ApiKey>>;

  /** The given keys that are usable at `now`, in any order. `ids` is not empty and has no duplicates. */
  abstract listUsable(ids: readonly string[], now: number): Promise<readonly string[]>;

  /**
   * Revokes the key and all its descendants. Once this resolves, no reader sees any of them unrevoked. A key that was
   * revoked before keeps its `revokedAt`.
   * @throws {KeyNotFound}
   * @throws {LastAdminKey} if no key that can administer would be left and `lastAdmin` is `'refuse'`; nothing changes.
   */
  abstract revoke(id: string, revocation: Revocation): Promise<ApiKey>;

  /** @throws {KeyNotFound} */
  abstract rename(id: string, name: string): Promise<ApiKey>;

  /** Sets `lastUsedAt`. Does nothing if the stored time is later, or the key does not exist. */
  abstract touch(id: string, at: number): Promise<void>;
}
