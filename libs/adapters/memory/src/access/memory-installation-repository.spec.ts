import { describe, it } from '@jest/globals';
import { installationRepositoryContract, verify } from '@cairn/testkit';
import { MemoryInstallationRepository } from './memory-installation-repository.js';

const open = async (): Promise<MemoryInstallationRepository> => new MemoryInstallationRepository();

describe('MemoryInstallationRepository', () =>
  verify({
    contract: installationRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'the installation is the same after a restart': 'memory is not durable',
      'a copy is one after a restart, and none once it was promoted': 'memory is not durable',
    },
  }));
