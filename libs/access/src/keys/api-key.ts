import type { Scope } from '../scope.js';

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

/** Of one account, without those that are revoked. Of these the latest so many are kept. */
export const MAX_KEYS = 1_000;

export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** Whether the key is usable and has the scope `admin`. */
export function administers(key: ApiKey, now: number): boolean {
  return key.scopes.includes('admin') && isUsable(key, now);
}

/** The caller of a use case: an account, authenticated by one of its keys or by the session of its user. */
export interface Caller {
  readonly accountId: string;
  /** Absent for a session. */
  readonly keyId?: string | undefined;
  /** The signed-in user, or the one who created the key. */
  readonly userId?: string | undefined;
  readonly scopes: readonly Scope[];
  /** When the key expires. Absent if it never does. */
  readonly expiresAt?: number | undefined;
}

/** A caller that has sent a key. */
export interface KeyCaller extends Caller {
  readonly keyId: string;
}
