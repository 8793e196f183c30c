import { describe, it } from '@jest/globals';
import { lookAlikeRepositoryContract, verify, type LookAlikePorts } from '@cairn/testkit';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<LookAlikePorts> => {
  const outbox = new MemoryOutbox();
  const catalog = new MemoryCatalogRepository(outbox);
  return { catalog, lookAlikes: catalog.lookAlikes, outbox };
};

describe('MemoryLookAlikeRepository', () =>
  verify({
    contract: lookAlikeRepositoryContract,
    subject: { open, reopen: async (ports) => ports },
    it,
  }));
