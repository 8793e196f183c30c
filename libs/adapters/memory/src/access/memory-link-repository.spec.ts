import { describe, it } from '@jest/globals';
import { LinkLimitReached } from '@cairn/access';
import type { LinkRepository } from '@cairn/access/spi';
import {
  aLink,
  later,
  linkRepositoryContract,
  sabotaged,
  verify,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryLinkRepository } from './memory-link-repository.js';

const open = async (): Promise<LinkRepository> => new MemoryLinkRepository();

describe('MemoryLinkRepository', () =>
  verify({
    contract: linkRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'links are there after a restart': 'memory is not durable' },
  }));

const broken =
  (replace: (links: LinkRepository) => Partial<LinkRepository>) =>
  (links: LinkRepository): LinkRepository =>
    sabotaged(links, replace(links));

const saboteurs: Saboteurs<LinkRepository, typeof linkRepositoryContract> = {
  'a digest finds its link with every field, and any other finds none': broken((links) => ({
    add: (link) => links.add({ ...link, download: false }),
  })),
  'links are listed by account and by resource, the latest first, page by page': broken((links) => ({
    list: (accountId, page) => links.list(accountId, page),
  })),
  'the given terms of a link change at once, and nothing else of it': broken((links) => ({
    update: (accountId, id, terms) => links.update(accountId, id, { passwordHash: null, ...terms }),
  })),
  'changes of different terms at once are all made, and no use is lost': broken((links) => ({
    update: async (accountId, id, terms) => {
      const { role, download, expiresAt } = await links.get(accountId, id);
      await later();
      return await links.update(accountId, id, { role, download, expiresAt: expiresAt ?? null, ...terms });
    },
  })),
  'a change of an absent or another account’s link is LinkNotFound, and changes nothing': broken((links) => ({
    update: async (accountId, id, terms) =>
      id === 'absent' ? aLink() : await links.update(accountId, id, terms),
  })),
  'every use is counted, also of concurrent ones, and the last one is known': broken((links) => {
    let last = 0;
    return {
      use: async (id, uses) => {
        const isLater = uses.now > last;
        last = uses.now;
        if (isLater) await links.use(id, uses);
      },
    };
  }),
  'a removed link is not found any more, at once; an absent or another account’s one is LinkNotFound': broken(
    (links) => ({ remove: (accountId, id) => links.remove(accountId, id).catch(() => undefined) }),
  ),
  'an account has at most the given number of links, also of concurrent ones': broken((links) => ({
    add: async (link, limit = Infinity) => {
      const { items } = await links.list(link.accountId, { limit: 99 });
      if (items.length >= limit) throw new LinkLimitReached(limit);
      await links.add(link);
    },
  })),
  'links are there after a restart': (links) => links,
};

describe('the contract of links', () =>
  verifyFails({ contract: linkRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
