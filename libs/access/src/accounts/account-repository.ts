import type { Page, PageRequest } from '@cairn/kernel';
import type { Account } from './account.js';
import type { BaseMap } from './base-map.js';

/** Stores the accounts. */
export abstract class AccountRepository {
  /** Adds the account if there are no accounts. Returns the oldest account. Atomic under concurrent calls. */
  abstract addFirst(account: Account): Promise<Account>;

  abstract add(account: Account): Promise<void>;

  /** @throws {AccountNotFound} */
  abstract get(id: string): Promise<Account>;

  /** Returns the account with its new name. @throws {AccountNotFound} */
  abstract rename(id: string, name: string): Promise<Account>;

  /** Returns the account with this base map, or without one. @throws {AccountNotFound} */
  abstract putBaseMap(id: string, baseMap: BaseMap | undefined): Promise<Account>;

  /** Oldest first, ties in ascending order of identifiers (code units). */
  abstract list(page: PageRequest): Promise<Page<Account>>;
}
