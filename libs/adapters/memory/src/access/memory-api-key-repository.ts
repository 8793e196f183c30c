import type { Erased, Page, PageRequest } from '@cairn/kernel';
import {
  InvalidKey,
  KeyExists,
  KeyLimitReached,
  KeyNotFound,
  LastAdminKey,
  type ApiKey,
  type User,
} from '@cairn/access';
import { administers, isUsable, positionOf, type ApiKeyRepository, type Revocation } from '@cairn/access/spi';
import { pageOf } from '../listing.js';
import { counted, isAccounts, isUsers, type TraceHolder } from '../traces.js';
import { MemorySignInRecords } from './memory-sign-in-records.js';

/** Keeps keys in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryApiKeyRepository implements ApiKeyRepository {
  private readonly keys = new Map<string, ApiKey>();
  private readonly idsByDigest = new Map<string, string>();
  private readonly idsByParent = new Map<string, readonly string[]>();
  readonly traces: readonly TraceHolder[] = [
    {
      ...counted(
        'keys',
        () => this.keys.values(),
        (key, erased) => isAccounts(key, erased) || isUsers(key, erased),
      ),
      erase: (erased) => this.erase(erased),
    },
  ];

  /** `records` has the users who create keys. Without it, no user can. */
  constructor(private readonly records = new MemorySignInRecords()) {}

  async add(key: ApiKey, limit = Infinity): Promise<void> {
    const { parentId, userId, createdAt } = key;
    if (parentId !== undefined && !this.isUsable(parentId, createdAt)) throw new InvalidKey();
    if (userId !== undefined && !this.mayMake(userId, key)) throw new InvalidKey();
    if (this.idsByDigest.has(key.digest)) throw new KeyExists();
    const own = [...this.keys.values()].filter(({ accountId }) => accountId === key.accountId);
    if (own.filter(({ revokedAt }) => revokedAt === undefined).length >= limit)
      throw new KeyLimitReached(limit);
    this.forgetRevoked(own, limit);
    this.idsByDigest.set(key.digest, key.id);
    if (parentId !== undefined) this.idsByParent.set(parentId, [...this.childrenOf(parentId), key.id]);
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

  async listUsable(ids: readonly string[], now: number): Promise<readonly string[]> {
    return ids.filter((id) => this.isUsable(id, now));
  }

  async revoke(id: string, { at, lastAdmin }: Revocation): Promise<ApiKey> {
    const branch = this.withDescendants(this.keyOf(id));
    const administrators = [...this.keys.values()].filter((key) => administers(key, at));
    const going = administrators.filter((key) => branch.has(key));
    const isLast = going.length > 0 && going.length === administrators.length;
    if (isLast && lastAdmin === 'refuse') throw new LastAdminKey();
    this.revokeAll(branch, at);
    return copyOf(this.keyOf(id));
  }

  async find(ids: readonly string[]): Promise<readonly ApiKey[]> {
    return [...this.keys.values()].filter(({ id }) => ids.includes(id)).map((key) => ({ ...key }));
  }

  async rename(id: string, name: string): Promise<ApiKey> {
    const key = { ...(await this.get(id)), name };
    this.keys.set(id, key);
    return { ...key };
  }

  async touch(id: string, at: number): Promise<void> {
    const key = this.keys.get(id);
    if (key !== undefined) this.keys.set(id, { ...key, lastUsedAt: Math.max(at, key.lastUsedAt ?? at) });
  }

  /** Revokes all keys created by the user, or only those that require an owner, with all their descendants. */
  revokeOfUser(userId: string, { at, of }: { readonly at: number; readonly of: 'all' | 'owner' }): void {
    const user = this.records.users.get(userId);
    const made = [...this.keys.values()].filter(
      (key) => key.userId === userId && (of === 'all' || needsOwner(key, user)),
    );
    this.revokeAll(new Set(made.flatMap((key) => [...this.withDescendants(key)])), at);
  }

  private forgetRevoked(own: readonly ApiKey[], limit: number): void {
    const revoked = own.filter(({ revokedAt }) => revokedAt !== undefined);
    const childless = revoked
      .filter(({ id }) => this.childrenOf(id).length === 0)
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
    for (const { id, digest, parentId } of childless.slice(0, Math.max(0, revoked.length - limit))) {
      this.keys.delete(id);
      this.idsByDigest.delete(digest);
      if (parentId !== undefined)
        this.idsByParent.set(
          parentId,
          this.childrenOf(parentId).filter((child) => child !== id),
        );
    }
  }

  private erase(erased: Erased): number {
    const own = [...this.keys.values()].filter((key) => isAccounts(key, erased));
    this.revokeAll(new Set(own.flatMap((key) => [...this.withDescendants(key)])), 0);
    for (const { id, digest } of own) {
      this.keys.delete(id);
      this.idsByDigest.delete(digest);
      this.idsByParent.delete(id);
    }
    let changed = own.length;
    for (const { parentId, userId, ...key } of this.keys.values()) {
      const isMade = userId !== undefined && isUsers({ userId }, erased);
      const isOrphan = parentId !== undefined && !this.keys.has(parentId);
      if (!isMade && !isOrphan) continue;
      if (isMade) changed += 1;
      this.keys.set(key.id, {
        ...key,
        ...(parentId !== undefined && !isOrphan && { parentId }),
        ...(userId !== undefined && !isMade && { userId }),
      });
    }
    return changed;
  }

  private mayMake(userId: string, key: ApiKey): boolean {
    const user = this.records.users.get(userId);
    return user !== undefined && (user.role === 'owner' || !needsOwner(key, user));
  }

  private revokeAll(keys: ReadonlySet<ApiKey>, at: number): void {
    for (const key of keys) {
      this.keys.set(key.id, { ...key, revokedAt: key.revokedAt ?? at });
      this.records.removeUploadTokens(`key:${key.id}`);
    }
  }

  private childrenOf(id: string): readonly string[] {
    return this.idsByParent.get(id) ?? [];
  }

  private isUsable(id: string, now: number): boolean {
    const key = this.keys.get(id);
    return key !== undefined && isUsable(key, now);
  }

  /** The key and its descendants. */
  private withDescendants(key: ApiKey): ReadonlySet<ApiKey> {
    const branch = new Set([key]);
    for (const { id } of branch) {
      for (const child of this.childrenOf(id)) branch.add(this.keyOf(child));
    }
    return branch;
  }

  private keyOf(id: string): ApiKey {
    const key = this.keys.get(id);
    if (key === undefined) throw new KeyNotFound();
    return key;
  }
}

/** Whether the key requires its user to be an owner. */
function needsOwner({ scopes, accountId }: ApiKey, user: User | undefined): boolean {
  return scopes.includes('admin') || accountId !== user?.accountId;
}

function copyOf(key: ApiKey): ApiKey {
  return { ...key, scopes: [...key.scopes] };
}
