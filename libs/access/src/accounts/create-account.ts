import { parseAll, Clock, IdGenerator } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { AccountRepository } from './account-repository.js';
import { parseName, type Account } from './account.js';
import { assertAdministrator } from '../authorization.js';

const ID_LENGTH = 22;

/** Creates an account without keys. An administrator creates the first one. */
export class CreateAccount {
  static readonly ports = { accounts: AccountRepository, clock: Clock, ids: IdGenerator };

  constructor(
    private readonly ports: {
      readonly accounts: Pick<AccountRepository, 'add'>;
      readonly clock: Clock;
      readonly ids: IdGenerator;
    },
  ) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {InvalidInput} */
  async execute(caller: Caller, request: { readonly name: string }): Promise<Account> {
    assertAdministrator(caller);
    const { accounts, clock, ids } = this.ports;
    const { name } = parseAll({ name: () => parseName(request.name) });
    const account = { id: ids.next(ID_LENGTH), name, createdAt: clock.now() };
    await accounts.add(account);
    return account;
  }
}
