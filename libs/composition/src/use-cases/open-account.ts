import { CreateAccount, type Account, type Caller } from '@cairn/access';
import { parseQuota } from '@cairn/images';
import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';

/** Where a new account is stored in the domains of accounts and of images at once. */
export abstract class AccountOpening {
  /** Stores the account and, unless it is `undefined`, its image quota: both or neither. */
  abstract add(account: Account, imageQuota: number | undefined): Promise<void>;
}

/** Opens an account, where wanted with an image quota of its own. */
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
