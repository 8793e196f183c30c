import { StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { AccountRepository } from '../accounts/account-repository.js';
import { FIRST_ACCOUNT_NAME } from '../accounts/account.js';
import { nameFirstAccount } from '../accounts/first-account.js';
import { UserRepository } from '../users/user-repository.js';

/** Names the first account of an installation whose first user came in before it was named after them. */
export class NameFirstAccount {
  static readonly ports = { accounts: AccountRepository, users: UserRepository };

  constructor(private readonly ports: PortsOf<typeof NameFirstAccount.ports>) {}

  /** Does nothing if the store is not writable, such as with a full disk: the next start does it. */
  async execute(): Promise<void> {
    const { accounts, users } = this.ports;
    const [first] = (await accounts.list({ limit: 1 })).items;
    if (first?.name !== FIRST_ACCOUNT_NAME) return;
    const user = (await users.list()).find(({ accountId }) => accountId === first.id);
    try {
      if (user !== undefined) await nameFirstAccount(accounts, first, user.name);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }
}
