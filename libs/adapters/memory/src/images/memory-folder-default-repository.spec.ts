import { describe, it } from '@jest/globals';
import { folderDefaultRepositoryContract, verify } from '@cairn/testkit';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';

const open = async (): Promise<MemoryFolderDefaultRepository> => new MemoryFolderDefaultRepository();

describe('MemoryFolderDefaultRepository', () =>
  verify({
    contract: folderDefaultRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'defaults are there after a restart': 'memory is not durable' },
  }));
