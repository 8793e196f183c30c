import type { AccountRepository } from './account-repository.js';
import type { Account } from './account.js';
import type { Caller } from '../keys/api-key.js';
import { assertManages } from '../authorization.js';

/** Returns the caller's own account, or any account to an administrator. */
export class ReadAccount {
  constructor(private readonly ports: { readonly accounts: AccountRepository }) {}

  /** @throws {ScopeMissing} {AccountNotFound} */
  async execute(caller: Caller, id: string): Promise<Account> {
    assertManages(caller, id);
    return await this.ports.accounts.get(id);
  }
}
