import { describe, it } from '@jest/globals';
import { albumRepositoryContract, verify, type AlbumPorts } from '@cairn/testkit';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<AlbumPorts> => {
  const catalog = new MemoryCatalogRepository();
  return { catalog, albums: new MemoryAlbumRepository(catalog) };
};

describe('MemoryAlbumRepository', () =>
  verify({
    contract: albumRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'albums are there after a restart': 'memory is not durable' },
  }));
