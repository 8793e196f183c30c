import { describe, it } from '@jest/globals';
import { catalogRepositoryContract, galleryContract, verify } from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<MemoryCatalogRepository> => new MemoryCatalogRepository();

describe('MemoryCatalogRepository', () => {
  verify({ contract: galleryContract, subject: { open, reopen: open }, it });
  verify({
    contract: catalogRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'images, quotas and addresses once given are all there after a restart': 'memory is not durable',
    },
  });
});
