import type { Page, PageRequest } from '@cairn/kernel';
import type { ApiKey } from './api-key.js';

/** Holds the API keys of all accounts. */
export abstract class ApiKeyRepository {
  /** @throws {KeyExists} when one with the same digest is stored, even a revoked one. */
  abstract add(key: ApiKey): Promise<void>;

  abstract findByDigest(digest: string): Promise<ApiKey | undefined>;

  /** @throws {KeyNotFound} */
  abstract get(id: string): Promise<ApiKey>;

  /** Those of one account or of all, revoked ones too, oldest first, then by ascending identifier (code units). */
  abstract list(accountId: string | undefined, page: PageRequest): Promise<Page<ApiKey>>;

  /** From when it resolves nobody finds the key unrevoked. The first time counts. @throws {KeyNotFound} */
  abstract revoke(id: string, at: number): Promise<ApiKey>;

  /** Notes that the key was used; an earlier time than the one noted, or an absent key, changes nothing. */
  abstract touch(id: string, at: number): Promise<void>;
}
