import type { ContributionRepository } from '@cairn/images/spi';
import {
  contributionRepositoryContract,
  later,
  sabotaged,
  verify,
  verifyFails,
  type ContributionPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { MemoryGrantRepository } from '../access/memory-grant-repository.js';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { MemorySignInRecords } from '../access/memory-sign-in-records.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryTrash } from '../trash/memory-trash.js';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryContributionRepository } from './memory-contribution-repository.js';

const open = async (): Promise<ContributionPorts> => {
  const outbox = new MemoryOutbox();
  const links = new MemoryLinkRepository();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const trash = new MemoryTrash({ outbox, shared: [grants, links] });
  const catalog = new MemoryCatalogRepository(outbox, trash);
  const albums = new MemoryAlbumRepository(catalog, outbox);
  const contributions = new MemoryContributionRepository({ catalog, albums, links, outbox });
  return { contributions, links, catalog, albums, byteQuotas: catalog.byteQuotas, trash, outbox };
};

const afterRestart = 'what waits outlives its link, and is there after a restart';

describe('MemoryContributionRepository', () =>
  verify({
    contract: contributionRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { [afterRestart]: 'memory is not durable' },
  }));

const broken =
  (
    replace: (
      contributions: ContributionRepository,
      ports: ContributionPorts,
    ) => Partial<ContributionRepository>,
  ) =>
  (ports: ContributionPorts): ContributionPorts => ({
    ...ports,
    contributions: sabotaged(ports.contributions, replace(ports.contributions, ports)),
  });

const saboteurs: Saboteurs<ContributionPorts, typeof contributionRepositoryContract> = {
  'an image is in its folder or album at once where nobody has to approve it, and is counted on its link':
    broken((contributions, { albums }) => ({
      add: async (addition) => {
        const added = await contributions.add(addition);
        const { type, id } = addition.place;
        if (type === 'album') await albums.take({ owner: added.image.owner, id }, [added.image.id], 0);
        return added;
      },
    })),
  'an image that waits is stored and counts, and nothing else tells of it': broken(
    (contributions, { catalog }) => ({
      add: async (addition) => {
        const added = await contributions.add(addition);
        await catalog.add(added.image, Infinity);
        return added;
      },
    }),
  ),
  'what the place has is the result, and an upload by the same link waits once': broken((contributions) => ({
    add: (addition) => contributions.add({ ...addition, compared: undefined }),
  })),
  'a link that is full or gone takes nothing, and nothing is left of what it refuses': broken(
    (contributions, { catalog }) => ({
      add: async (addition) => {
        try {
          return await contributions.add(addition);
        } catch (error) {
          await catalog.add(addition.image, Infinity);
          throw error;
        }
      },
    }),
  ),
  'of a crowd that adds by one link at once, as many are stored as it takes': broken(
    (contributions, { links, catalog }) => ({
      add: async (addition) => {
        const { owner } = addition.image;
        const { addedImages, maxImages } = await links.get(owner, addition.linkId);
        await later();
        if (addedImages >= maxImages) return await contributions.add(addition);
        await catalog.add(addition.image, Infinity);
        return { image: addition.image, isWaiting: false };
      },
    }),
  ),
  'images that wait need room in the quotas': broken((contributions) => ({
    add: (addition) => contributions.add({ ...addition, defaultQuota: Infinity }),
  })),
  'what waits is listed the oldest first, by link, guest and place, page by page': broken(
    (contributions) => ({
      list: (owner, { places: _, ...filter }, page) => contributions.list(owner, filter, page),
    }),
  ),
  'guests are known by the last name they gave, also when their link is gone': broken((contributions) => ({
    add: ({ guestName = 'Nobody', ...addition }) => contributions.add({ ...addition, guestName }),
  })),
  [afterRestart]: (ports) => ports,
  'an approved image is in its folder, or at the end of its album, as if it were added then': broken(
    (contributions) => ({
      approve: (owner, id, approval) => contributions.approve(owner, id, { ...approval, now: 0 }),
    }),
  ),
  'an image that cannot be taken goes on waiting, and can be taken without its album': broken(
    (contributions) => ({
      approve: async (owner, id, approval) => {
        try {
          return await contributions.approve(owner, id, approval);
        } catch (error) {
          await contributions.refuse(owner, [id]);
          throw error;
        }
      },
    }),
  ),
  'an image that its place has meanwhile is dropped, and that one is the result': broken(
    (contributions, { catalog }) => ({
      approve: async (owner, id, approval) => {
        const [waiting] = await contributions.find(owner, [id]);
        const image = await contributions.approve(owner, id, approval);
        if (waiting !== undefined && image.id !== id) await catalog.add(waiting.image, Infinity);
        return image;
      },
    }),
  ),
  'of several decisions on an image at once, one counts': broken((contributions) => ({
    approve: async (owner, id, approval) => {
      const [waiting] = await contributions.find(owner, [id]);
      await contributions.approve(owner, id, approval).catch(() => undefined);
      if (waiting === undefined) throw new Error('nothing waits');
      return waiting.image;
    },
  })),
  'an image that is decided on while its link is revoked is taken or refused': broken((contributions) => ({
    refuse: async (owner, ids) => {
      const refused = await contributions.find(owner, ids);
      for (const { image } of refused)
        await contributions.approve(owner, image.id, {
          defaultQuota: Infinity,
          now: 0,
          maxImages: Infinity,
          album: 'needed',
        });
      return refused;
    },
  })),
  'refused images are gone for good, their bytes are free, and none of another owner is': broken(
    (contributions) => ({ refuse: (_, ids) => contributions.refuse('alice', ids) }),
  ),
};

describe('the contract of contributions', () =>
  verifyFails({ contract: contributionRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
