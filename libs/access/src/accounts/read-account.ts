import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { AccountRepository } from './account-repository.js';
import type { Account } from './account.js';
import { assertManages } from '../authorization.js';

/** Returns the caller's own account, or any account to an administrator. */
export class ReadAccount {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof ReadAccount.ports>) {}

  /** @throws {ScopeMissing} {AccountNotFound} */
  async execute(caller: Caller, id: string): Promise<Account> {
    assertManages(caller, id);
    return await this.ports.accounts.get(id);
  }
}
