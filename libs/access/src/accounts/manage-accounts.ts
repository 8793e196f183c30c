import {
  parseAll,
  Clock,
  IdGenerator,
  type Page,
  type PageRequest,
  type PortsOf,
  parsePage,
} from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { AccountRepository } from './account-repository.js';
import { parseName, type Account } from './account.js';
import { parseBaseMap, type BaseMap, type NewBaseMap } from './base-map.js';
import { assertAdministrator, assertManages } from '../authorization.js';
import { AccountNotFound } from '../errors.js';

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

/** Lists the accounts, oldest first. */
export class ListAccounts {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof ListAccounts.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. */
  async execute(caller: Caller, page: PageRequest): Promise<Page<Account>> {
    assertAdministrator(caller);
    return await this.ports.accounts.list(parsePage(page));
  }
}

/** Gives an account another name: the one that others read where something of it is shared with them. */
export class RenameAccount {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof RenameAccount.ports>) {}

  /** @throws {ScopeMissing} for an account other than the caller's, unless they are an administrator. {AccountNotFound} {InvalidInput} */
  async execute(caller: Caller, id: string, name: string): Promise<Account> {
    assertManages(caller, id);
    const parsed = parseAll({ name: () => parseName(name) });
    return await this.ports.accounts.rename(id, parsed.name);
  }
}

/** Gives the maps of an account another base map, or the one of the service again. */
export class ChooseBaseMap {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof ChooseBaseMap.ports>) {}

  /**
   * `null` for the one of the service.
   * @throws {ScopeMissing} for an account other than the caller's, unless they are an administrator. {AccountNotFound} {InvalidInput}
   */
  async execute(caller: Caller, id: string, given: NewBaseMap | null): Promise<Account> {
    assertManages(caller, id);
    const { baseMap } = parseAll({ baseMap: () => given && parseBaseMap(given) });
    return await this.ports.accounts.putBaseMap(id, baseMap ?? undefined);
  }
}

/** The base map that maps of an account are shown on, to whoever they are shown. */
export class FindBaseMap {
  static readonly ports = { accounts: AccountRepository };

  constructor(private readonly ports: PortsOf<typeof FindBaseMap.ports>) {}

  /** `undefined` for the one of the service, also where the account is not one of Cairn's. */
  async execute(accountId: string): Promise<BaseMap | undefined> {
    try {
      return (await this.ports.accounts.get(accountId)).baseMap;
    } catch (error) {
      if (error instanceof AccountNotFound) return undefined;
      throw error;
    }
  }
}

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
