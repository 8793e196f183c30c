import type { Scope } from '@cairn/access';
import type { Cell } from '../program/output.js';

/** An account as it is listed. Times in ISO 8601. */
export interface AccountRow extends Readonly<Record<string, Cell>> {
  readonly id: string;
  readonly name: string;
  readonly images: number;
  readonly quota: number;
  readonly created: string;
}

export interface KeyRow extends Readonly<Record<string, Cell>> {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: string;
  readonly created: string;
  readonly expires: string | null;
  readonly revoked: string | null;
  readonly used: string | null;
}

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** In epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

export interface UserRow extends Readonly<Record<string, Cell>> {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly account: string;
  readonly created: string;
  readonly seen: string | null;
}

/** A link by which a user sets a new password. */
export interface PasswordLink {
  readonly user: string;
  readonly url: string;
  readonly expires: string;
}

/** An item that a job has failed at, or the job alone if it has not failed. */
export interface JobRow extends Readonly<Record<string, Cell>> {
  readonly job: string;
  readonly item: string | null;
  readonly attempts: number;
  readonly failed: string | null;
  readonly retry: string | null;
  readonly reason: string | null;
}

/** One failed item of a job, or all of them. */
export interface FailedItems {
  readonly job: string;
  readonly item?: string | undefined;
}

/** The tasks of administrators, on the stores or over HTTP. */
export interface Administration {
  accounts(): AsyncIterable<AccountRow>;
  createAccount(name: string, quota: number | undefined): Promise<AccountRow>;
  /** `undefined` is the default quota. @throws {AccountNotFound} */
  setQuota(id: string, quota: number | undefined): Promise<AccountRow>;
  /** Of one account, or of all. */
  keys(accountId: string | undefined): AsyncIterable<KeyRow>;
  createKey(key: NewKey): Promise<{ readonly key: KeyRow; readonly secret: string }>;
  revokeKey(id: string, lastAdmin: 'refuse' | 'revoke'): Promise<KeyRow>;
  /** Oldest first. */
  users(): Promise<readonly UserRow[]>;
  /** @throws {UserNotFound} */
  resetPassword(userId: string): Promise<PasswordLink>;
  /** Turns a restored copy into the original. Returns whether it was a copy. */
  promote(): Promise<boolean>;
  jobs(): Promise<readonly JobRow[]>;
  /** Returns how many items are tried again. @throws {FailedWorkNotFound} */
  retry(items: FailedItems): Promise<number>;
}
