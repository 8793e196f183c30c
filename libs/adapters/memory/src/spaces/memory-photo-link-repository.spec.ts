import { describe, it } from '@jest/globals';
import { photoLinkRepositoryContract, verify, type PhotoLinkPorts } from '@cairn/testkit';
import { MemoryPhotoLinkRepository } from './memory-photo-link-repository.js';
import { MemorySpaceRepository } from './memory-space-repository.js';

const open = async (): Promise<PhotoLinkPorts> => {
  const spaces = new MemorySpaceRepository();
  return { spaces, links: new MemoryPhotoLinkRepository(spaces) };
};

describe('MemoryPhotoLinkRepository', () =>
  verify({
    contract: photoLinkRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'links are there after a restart': 'memory is not durable' },
  }));
