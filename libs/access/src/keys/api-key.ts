import type { Scope } from '../scope.js';

/** A key as it is stored: never its secret. Times in epoch milliseconds; `digest` is what `SecretDigest` made. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The key that made it, which it ends with; none has one that was made by the installation itself. */
  readonly parentId?: string | undefined;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly hint: string;
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  readonly lastUsedAt?: number | undefined;
}

export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** Whether somebody can administer with the key now. */
export function administers(key: ApiKey, now: number): boolean {
  return key.scopes.includes('admin') && isUsable(key, now);
}

/** Who calls: an account through one of its keys. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** When the key expires, if it does. */
  readonly expiresAt?: number | undefined;
}
