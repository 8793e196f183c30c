import type { Page, PageRequest } from '@cairn/kernel';
import type { Account } from './account.js';

/** Holds the accounts. */
export abstract class AccountRepository {
  /** Stores the account if there is none at all, and gives the oldest one in any case, however many ask at once. */
  abstract addFirst(account: Account): Promise<Account>;

  abstract add(account: Account): Promise<void>;

  /** @throws {AccountNotFound} */
  abstract get(id: string): Promise<Account>;

  /** Oldest first, then by ascending identifier (code units). */
  abstract list(page: PageRequest): Promise<Page<Account>>;
}
