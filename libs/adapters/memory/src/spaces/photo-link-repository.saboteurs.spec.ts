import { describe, it } from '@jest/globals';
import type { PhotoLink } from '@cairn/photo-places';
import type { PhotoLinkRepository } from '@cairn/photo-places/spi';
import {
  later,
  photoLinkRepositoryContract,
  sabotaged,
  verifyFails,
  type PhotoLinkPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryPhotoLinkRepository } from './memory-photo-link-repository.js';
import { MemorySpaceRepository } from './memory-space-repository.js';

const open = async (): Promise<PhotoLinkPorts> => {
  const spaces = new MemorySpaceRepository();
  return { spaces, links: new MemoryPhotoLinkRepository(spaces) };
};

const broken =
  (replacements: (links: PhotoLinkRepository) => Partial<PhotoLinkRepository>) =>
  (ports: PhotoLinkPorts): PhotoLinkPorts => ({
    ...ports,
    links: sabotaged(ports.links, replacements(ports.links)),
  });

/** The current link, of any generation. */
const current = async (
  links: PhotoLinkRepository,
  owner: string,
  id: string,
): Promise<PhotoLink | undefined> => (await links.list([owner])).find((link) => link.id === id);

const saboteurs: Saboteurs<PhotoLinkPorts, typeof photoLinkRepositoryContract> = {
  'a link is returned as it was put, and begins at once': broken((links) => ({
    findDue: (now) => links.findDue(now + 1),
  })),
  'a link to an absent space is SpaceNotFound': (ports) =>
    broken((links) => ({
      put: async (link) => {
        const [space] = (await ports.spaces.list({}, { limit: 1 })).items;
        return await links.put({ ...link, spaceId: space?.id ?? '' });
      },
    }))(ports),
  'a source has one space: what links it to another one begins to be removed': broken((links) => ({
    list: async (owners) => (await links.list(owners)).filter(({ work }) => work.phase !== 'removing'),
  })),
  'a link that is put again stays as it is, or begins anew where it is removed or has a fault': broken(
    (links) => ({
      put: async (link) => {
        await links.end(link).catch(() => undefined);
        return await links.put(link);
      },
    }),
  ),
  'a link that ends begins to be removed, and an absent, ended or other owner’s one is PhotoLinkNotFound':
    broken((links) => ({ end: (ended) => links.end(ended).catch(() => undefined) })),
  'links are listed oldest first, then by identifier, of the owners that are asked for': broken((links) => ({
    list: async (owners) => [...(await links.list(owners))].reverse(),
  })),
  'of the links that are due the one that has been so longest is found': broken((links) => ({
    save: (link, work) => links.save(link, { ...work, dueAt: Math.min(work.dueAt, 1_800_000_000_001) }),
    findDue: async (now) => {
      const found = await links.findDue(now);
      if (found !== undefined) await links.remove(found);
      return found;
    },
  })),
  'work is stored whole, but not over what was changed meanwhile': broken((links) => ({
    save: async ({ id, ...link }, work) => {
      const owner = 'owner' in link ? String(link.owner) : '';
      await links.save((await current(links, owner, id)) ?? { id, ...link }, work);
    },
  })),
  'a link that was changed meanwhile is not removed': broken((links) => ({
    remove: async ({ id, ...link }) => {
      const owner = 'owner' in link ? String(link.owner) : '';
      await links.remove((await current(links, owner, id)) ?? { id, ...link });
    },
  })),
  'links of a space are due when they are woken, if they have a fault': broken(() => ({
    wake: async () => undefined,
  })),
  'an owner has no more links than allowed, however many are made at once': broken((links) => ({
    put: async (link) => {
      const known = await links.list([link.owner]);
      await later();
      return await links.put({ ...link, maxLinks: known.length < link.maxLinks ? Infinity : link.maxLinks });
    },
  })),
  'links go with their space, and one that is made later under the same identifier has none': (ports) => ({
    ...ports,
    spaces: sabotaged(ports.spaces, { remove: (id) => ports.spaces.get(id) }),
  }),
  'links are there after a restart': (ports) => ports,
};

describe('the contract of photo links', () =>
  verifyFails({ contract: photoLinkRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
