import { describe, it } from '@jest/globals';
import type { FolderDefaultRepository } from '@cairn/images/spi';
import {
  folderDefaultRepositoryContract,
  later,
  sabotaged,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';

const open = async (): Promise<FolderDefaultRepository> => new MemoryFolderDefaultRepository();

const saboteurs: Saboteurs<FolderDefaultRepository, typeof folderDefaultRepositoryContract> = {
  'the default of a folder holds for it and below it, unless a nearer one does': (defaults) =>
    sabotaged(defaults, {
      // By letters rather than by segments.
      findNearest: async (owner, path) =>
        (await defaults.list(owner)).findLast((folder) => path.startsWith(folder.path)),
    }),
  'a default replaces the one of its folder, and no other': (defaults) =>
    sabotaged(defaults, {
      put: async (owner, folder, max) => {
        const known = await defaults.list(owner);
        if (known.every(({ path }) => path !== folder.path)) await defaults.put(owner, folder, max);
      },
    }),
  'what becomes of metadata is as the nearest folder has it that says it': (defaults) =>
    sabotaged(defaults, {
      // Only the nearest folder is looked at.
      findNearest: async (owner, path) => {
        const nearest = await defaults.findNearest(owner, path);
        return (await defaults.list(owner)).find((folder) => folder.path === nearest?.path);
      },
    }),
  'defaults are listed by owner and ascending path': (defaults) =>
    sabotaged(defaults, { list: async (owner) => [...(await defaults.list(owner))].reverse() }),
  'a removed default holds no more, at once, and an absent one may be removed': (defaults) =>
    sabotaged(defaults, {
      remove: async (owner, path) => {
        const below = (await defaults.list(owner)).filter((folder) => folder.path.startsWith(path));
        for (const folder of below) await defaults.remove(owner, folder.path);
      },
    }),
  'an owner has no more defaults than that, and one of too many changes nothing': (defaults) =>
    sabotaged(defaults, {
      put: async (owner, folder, max) => {
        const { length } = await defaults.list(owner);
        await later();
        await defaults.put(owner, folder, length < max ? Infinity : max);
      },
    }),
  'defaults are there after a restart': (defaults) => defaults,
};

describe('the contract of folder default repositories', () =>
  verifyFails({ contract: folderDefaultRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
