import type { Page, PageRequest } from '@cairn/kernel';
import { KeyExists, KeyNotFound, positionOf, type ApiKey, type ApiKeyRepository } from '@cairn/accounts';
import { pageOf } from './listing.js';

/** Keeps the keys for as long as the process lives; every method does its whole work in one turn. */
export class MemoryApiKeyRepository implements ApiKeyRepository {
  private readonly keys = new Map<string, ApiKey>();
  private readonly idsByDigest = new Map<string, string>();

  async add(key: ApiKey): Promise<void> {
    if (this.idsByDigest.has(key.digest)) throw new KeyExists();
    this.idsByDigest.set(key.digest, key.id);
    this.keys.set(key.id, copyOf(key));
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const id = this.idsByDigest.get(digest);
    return id === undefined ? undefined : copyOf(this.keyOf(id));
  }

  async get(id: string): Promise<ApiKey> {
    return copyOf(this.keyOf(id));
  }

  async list(accountId: string | undefined, page: PageRequest): Promise<Page<ApiKey>> {
    const wanted = [...this.keys.values()].filter(
      (key) => accountId === undefined || key.accountId === accountId,
    );
    const found = pageOf(wanted, page, { position: positionOf });
    return { ...found, items: found.items.map(copyOf) };
  }

  async revoke(id: string, at: number): Promise<ApiKey> {
    const key = this.keyOf(id);
    const revoked = { ...key, revokedAt: key.revokedAt ?? at };
    this.keys.set(id, revoked);
    return copyOf(revoked);
  }

  async touch(id: string, at: number): Promise<void> {
    const key = this.keys.get(id);
    if (key !== undefined) this.keys.set(id, { ...key, lastUsedAt: Math.max(at, key.lastUsedAt ?? at) });
  }

  private keyOf(id: string): ApiKey {
    const key = this.keys.get(id);
    if (key === undefined) throw new KeyNotFound();
    return key;
  }
}

function copyOf(key: ApiKey): ApiKey {
  return { ...key, scopes: [...key.scopes] };
}
