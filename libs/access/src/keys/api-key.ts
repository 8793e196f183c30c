import type { Scope } from '../permissions/scope.js';

/** A stored key, without its secret. `digest` comes from `SecretDigest`. Times in epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The key that created it; revoking that key revokes this one. Absent if `Bootstrap` or a user created it. */
  readonly parentId?: string | undefined;
  /** The user who created it, or the key it descends from; it is revoked when that user is removed. */
  readonly userId?: string | undefined;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly hint: string;
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  readonly lastUsedAt?: number | undefined;
}

/** Maximum keys of one account that are not revoked. Of the revoked keys, this many are kept, the latest ones. */
export const MAX_KEYS = 1_000;

export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** Whether the key is usable and has the scope `admin`. */
export function administers(key: ApiKey, now: number): boolean {
  return key.scopes.includes('admin') && isUsable(key, now);
}
