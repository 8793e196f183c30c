import { describe, it } from '@jest/globals';
import {
  accountOpeningContract,
  later,
  verify,
  verifyFails,
  type AccountOpeningPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryAccountOpening } from './memory-account-opening.js';
import { MemoryAccountRepository } from './memory-account-repository.js';
import { MemoryCatalogRepository } from '../images/memory-catalog-repository.js';

const open = async (): Promise<AccountOpeningPorts> => {
  const catalog = new MemoryCatalogRepository();
  const repositories = { accounts: new MemoryAccountRepository(), catalog, byteQuotas: catalog.byteQuotas };
  return { ...repositories, openings: new MemoryAccountOpening(repositories) };
};

const subject = { open, reopen: open };

const saboteurs: Saboteurs<AccountOpeningPorts, typeof accountOpeningContract> = {
  'an account is stored with its own quota, or without one': (ports) => ({
    ...ports,
    openings: {
      add: (account, { images, bytes }) =>
        ports.openings.add(account, { images: images || undefined, bytes }),
    },
  }),
  'account and quota become visible at once': (ports) => ({
    ...ports,
    openings: {
      add: async (account, { images }) => {
        await ports.accounts.add(account);
        await later();
        await later();
        await ports.catalog.setQuota(account.id, images);
      },
    },
  }),
  'if one of the two cannot be stored, neither is': (ports) => ports,
};

describe('MemoryAccountOpening', () =>
  verify({
    contract: accountOpeningContract,
    subject,
    it,
    waivers: { 'if one of the two cannot be stored, neither is': 'memory stores whatever it is given' },
  }));

describe('the contract of opening accounts', () =>
  verifyFails({ contract: accountOpeningContract, subject, saboteurs, it }));
