import { describe, it } from '@jest/globals';
import { albumRepositoryContract, verify, type AlbumPorts } from '@cairn/testkit';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';

const open = async (): Promise<AlbumPorts> => {
  const outbox = new MemoryOutbox();
  const catalog = new MemoryCatalogRepository(outbox);
  return { catalog, outbox, albums: new MemoryAlbumRepository(catalog, outbox) };
};

describe('MemoryAlbumRepository', () =>
  verify({
    contract: albumRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'albums are there after a restart': 'memory is not durable' },
  }));
