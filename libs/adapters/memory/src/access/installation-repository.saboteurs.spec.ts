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
  'a database is a copy from when it was marked until it is promoted': (installations) =>
    sabotaged(installations, { promote: async () => true }),
  'a copy is one after a restart, and none once it was promoted': (installations) => installations,
  'a copy is promoted once, whoever asks at once; a database that is none is not': (installations) =>
    sabotaged(installations, {
      promote: async () => {
        const wasCopy = (await installations.restoredAt()) !== undefined;
        await later();
        await installations.promote();
        return wasCopy;
      },
    }),
  'a database of no installation is marked as nothing': (installations) =>
    sabotaged(installations, {
      markRestored: async (at) => {
        await installations.claim('made up');
        await installations.markRestored(at);
      },
    }),
};

describe('the contract of installation repositories', () =>
  verifyFails({ contract: installationRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
