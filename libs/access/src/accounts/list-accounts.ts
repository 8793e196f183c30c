import type { Page, PageRequest, PortsOf } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { AccountRepository } from './account-repository.js';
import type { Account } from './account.js';
import { assertAdministrator } from '../authorization.js';

/** Lists the accounts, oldest first. */
export class ListAccounts {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof ListAccounts.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. */
  async execute(caller: Caller, page: PageRequest): Promise<Page<Account>> {
    assertAdministrator(caller);
    return await this.ports.accounts.list(page);
  }
}
