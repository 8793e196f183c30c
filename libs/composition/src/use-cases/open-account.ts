import { CreateAccount, type Account, type Caller } from '@cairn/access';
import { parseQuota } from '@cairn/images';
import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';

/** Stores a new account and its image quota in one transaction. */
export abstract class AccountOpening {
  /** Stores the account and, unless it is `undefined`, its image quota. */
  abstract add(account: Account, imageQuota: number | undefined): Promise<void>;
}

/** Creates an account, optionally with its own image quota. */
export class OpenAccount {
  static readonly ports = { openings: AccountOpening, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof OpenAccount.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {InvalidInput} */
  async execute(
    caller: Caller,
    { name, imageQuota }: { readonly name: string; readonly imageQuota?: number | undefined },
  ): Promise<Account> {
    const { openings, clock, ids } = this.ports;
    const add = async (account: Account): Promise<void> =>
      openings.add(account, imageQuota === undefined ? undefined : parseQuota(imageQuota));
    return await new CreateAccount({ accounts: { add }, clock, ids }).execute(caller, { name });
  }
}
