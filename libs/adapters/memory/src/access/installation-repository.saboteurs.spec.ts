import { describe, it } from '@jest/globals';
import type { InstallationRepository } from '@cairn/images/spi';
import {
  installationRepositoryContract,
  later,
  sabotaged,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryInstallationRepository } from './memory-installation-repository.js';

const open = async (): Promise<InstallationRepository> => new MemoryInstallationRepository();

const saboteurs: Saboteurs<InstallationRepository, typeof installationRepositoryContract> = {
  'a database belongs to no installation until one is claimed, and keeps the first': (installations) =>
    sabotaged(installations, {
      claim: async (id) => {
        await installations.claim(id);
        return id;
      },
    }),
  'of concurrent claims one succeeds, and all return it': (installations) =>
    sabotaged(installations, {
      claim: async (id) => {
        const found = await installations.find();
        await later();
        await installations.claim(id);
        return found ?? id;
      },
    }),
  'the installation is the same after a restart': (installations) => installations,
};

describe('the contract of installation repositories', () =>
  verifyFails({ contract: installationRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
