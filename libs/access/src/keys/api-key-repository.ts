import type { Page, PageRequest } from '@cairn/kernel';
import type { ApiKey } from './api-key.js';

/** When a key is revoked, in epoch milliseconds, and what to do when none that can administer would be left. */
export interface Revocation {
  readonly at: number;
  readonly lastAdmin: 'refuse' | 'revoke';
}

/** Holds the API keys of all accounts. No key is usable whose parent is not. */
export abstract class ApiKeyRepository {
  /**
   * @throws {InvalidKey} when the key has a parent that is not usable at the time the key is created, or is not there.
   * @throws {KeyExists} when one with the same digest is stored, even a revoked one.
   */
  abstract add(key: ApiKey): Promise<void>;

  abstract findByDigest(digest: string): Promise<ApiKey | undefined>;

  /** @throws {KeyNotFound} */
  abstract get(id: string): Promise<ApiKey>;

  /** Those of one account or of all, revoked ones too, oldest first, then by ascending identifier (code units). */
  abstract list(accountId: string | undefined, page: PageRequest): Promise<Page<ApiKey>>;

  /**
   * Revokes the key and all that descend from it. From when it resolves nobody finds one of them unrevoked; of each the
   * first time counts.
   * @throws {KeyNotFound}
   * @throws {LastAdminKey} when the last key that administers would go, unless that is wanted; then nothing changes.
   */
  abstract revoke(id: string, revocation: Revocation): Promise<ApiKey>;

  /** Notes that the key was used; an earlier time than the one noted, or an absent key, changes nothing. */
  abstract touch(id: string, at: number): Promise<void>;
}
