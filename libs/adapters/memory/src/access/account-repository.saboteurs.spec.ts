import { describe, it } from '@jest/globals';
import type { Page } from '@cairn/kernel';
import type { Account } from '@cairn/access';
import type { AccountRepository } from '@cairn/access/spi';
import { accountRepositoryContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryAccountRepository } from './memory-account-repository.js';

const open = async (): Promise<AccountRepository> => new MemoryAccountRepository();

const saboteurs: Saboteurs<AccountRepository, typeof accountRepositoryContract> = {
  'get and list return every field, unusual and long names too': (accounts) =>
    sabotaged(accounts, { add: (account) => accounts.add({ ...account, name: account.name.slice(0, 255) }) }),
  'values passed in and returned are copies': (accounts) => {
    let kept: Page<Account> | undefined;
    return sabotaged(accounts, { list: async (page) => (kept ??= await accounts.list(page)) });
  },
  'get of an absent account is AccountNotFound': (accounts) =>
    sabotaged(accounts, { get: (id) => accounts.get(id === 'present' ? 'Present' : id) }),
  'an account is renamed, and no other, and nothing else of it': (accounts) =>
    sabotaged(accounts, { rename: async (id, name) => ({ ...(await accounts.get(id)), name }) }),
  'an account has one base map or none, and no other account has it': (accounts) =>
    sabotaged(accounts, {
      putBaseMap: async (id, baseMap) =>
        baseMap === undefined ? await accounts.get(id) : await accounts.putBaseMap(id, baseMap),
    }),
  'addFirst stores and returns the account if there is none': (accounts) =>
    sabotaged(accounts, { addFirst: async (account) => account }),
  'addFirst returns the oldest account if there are any, and stores nothing': (accounts) => {
    let first: Account | undefined;
    return sabotaged(accounts, {
      add: async (account) => {
        first ??= account;
        await accounts.add(account);
      },
      addFirst: async (account) => first ?? (await accounts.addFirst(account)),
    });
  },
  'concurrent calls of addFirst store one account, and all return it': (accounts) =>
    sabotaged(accounts, {
      addFirst: async (account) => {
        const { items } = await accounts.list({ limit: 1 });
        await later();
        if (items.length === 0) await accounts.add(account);
        return await accounts.addFirst(account);
      },
    }),
  'accounts are listed oldest first, then by ascending identifier in code units, on pages of any size': (
    accounts,
  ) =>
    sabotaged(accounts, {
      list: async (page) => {
        const { items, ...rest } = await accounts.list(page);
        const order = (left: Account, right: Account): number =>
          left.createdAt - right.createdAt || left.id.localeCompare(right.id);
        return { ...rest, items: [...items].sort(order) };
      },
    }),
  'accounts added concurrently are all stored': (accounts) => {
    let busy = false;
    return sabotaged(accounts, {
      add: async (account) => {
        if (busy) return;
        busy = true;
        await later();
        busy = false;
        await accounts.add(account);
      },
    });
  },
  'accounts are there after a restart, and addFirst adds no other': (accounts) => accounts,
};

describe('the contract of account repositories', () =>
  verifyFails({ contract: accountRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
