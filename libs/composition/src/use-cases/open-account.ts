import { CreateAccount, type Account, type Caller } from '@cairn/access';
import { parseQuota } from '@cairn/images';
import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';

/** The quotas of an account that replace the defaults. */
export interface OwnQuotas {
  readonly images?: number | undefined;
  readonly bytes?: number | undefined;
}

/** Stores a new account and its quotas in one transaction. */
export abstract class AccountOpening {
  /** Stores the account and, unless they are `undefined`, its quotas. */
  abstract add(account: Account, quotas: OwnQuotas): Promise<void>;
}

/** Creates an account, optionally with its own quotas. */
export class OpenAccount {
  static readonly ports = { openings: AccountOpening, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof OpenAccount.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {InvalidInput} */
  async execute(
    caller: Caller,
    { name, quotas = {} }: { readonly name: string; readonly quotas?: OwnQuotas },
  ): Promise<Account> {
    const { openings, clock, ids } = this.ports;
    const { images, bytes } = quotas;
    const add = async (account: Account): Promise<void> =>
      openings.add(account, {
        images: images === undefined ? undefined : parseQuota(images),
        bytes: bytes === undefined ? undefined : parseQuota(bytes),
      });
    return await new CreateAccount({ accounts: { add }, clock, ids }).execute(caller, { name });
  }
}
