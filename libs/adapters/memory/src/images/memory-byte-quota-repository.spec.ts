import { describe, it } from '@jest/globals';
import { byteQuotaRepositoryContract, verify, type ByteQuotaPorts } from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<ByteQuotaPorts> => {
  const catalog = new MemoryCatalogRepository();
  return { catalog, byteQuotas: catalog.byteQuotas };
};

describe('MemoryByteQuotaRepository', () =>
  verify({
    contract: byteQuotaRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'bytes, quotas and reservations are there after a restart': 'memory is not durable' },
  }));
