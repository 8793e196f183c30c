import type { Page, PageRequest } from '@cairn/kernel';
import { AccountNotFound, type Account, type BaseMap } from '@cairn/access';
import { positionOf, type AccountRepository } from '@cairn/access/spi';
import { pageOf } from '../listing.js';
import { going, type TraceHolder } from '../traces.js';

/** Keeps accounts in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<string, Account>();
  readonly traces: readonly TraceHolder[] = [
    { ...going('accounts', this.accounts, ({ id }, { owner }) => id === owner), after: ['users'] },
  ];

  async addFirst(account: Account): Promise<Account> {
    const [oldest] = this.page({ limit: 1 }).items;
    if (oldest !== undefined) return oldest;
    this.accounts.set(account.id, copyOf(account));
    return copyOf(account);
  }

  async add(account: Account): Promise<void> {
    this.accounts.set(account.id, copyOf(account));
  }

  async get(id: string): Promise<Account> {
    const account = this.accounts.get(id);
    if (account === undefined) throw new AccountNotFound();
    return copyOf(account);
  }

  async rename(id: string, name: string): Promise<Account> {
    const account = { ...(await this.get(id)), name };
    this.accounts.set(id, account);
    return copyOf(account);
  }

  async putBaseMap(id: string, baseMap: BaseMap | undefined): Promise<Account> {
    const { baseMap: _, ...account } = await this.get(id);
    const changed = { ...account, ...(baseMap && { baseMap }) };
    this.accounts.set(id, copyOf(changed));
    return copyOf(changed);
  }

  async list(page: PageRequest): Promise<Page<Account>> {
    return this.page(page);
  }

  private page(request: PageRequest): Page<Account> {
    const found = pageOf(this.accounts.values(), request, { position: positionOf });
    return { ...found, items: found.items.map(copyOf) };
  }
}

const copyOf = ({ baseMap, ...account }: Account): Account => ({
  ...account,
  ...(baseMap && { baseMap: { ...baseMap, origins: [...baseMap.origins] } }),
});
