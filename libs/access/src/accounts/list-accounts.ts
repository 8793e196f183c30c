import type { Page, PageRequest } from '@cairn/kernel';
import type { AccountRepository } from './account-repository.js';
import type { Account } from './account.js';
import type { Caller } from '../keys/api-key.js';
import { assertAdministrator } from '../authorization.js';

/** Lists the accounts, oldest first. */
export class ListAccounts {
  constructor(private readonly ports: { readonly accounts: AccountRepository }) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. */
  async execute(caller: Caller, page: PageRequest): Promise<Page<Account>> {
    assertAdministrator(caller);
    return await this.ports.accounts.list(page);
  }
}
