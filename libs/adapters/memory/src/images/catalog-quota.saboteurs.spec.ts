import { describe, it } from '@jest/globals';
import type { Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { catalogQuotaRules, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const UNLIMITED = 1_000_000;

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();

const saboteurs: Saboteurs<CatalogRepository, typeof catalogQuotaRules> = {
  'an unknown owner has no image and no quota of their own': (catalog) =>
    sabotaged(catalog, { usage: async (owner) => ({ quota: 10_000, ...(await catalog.usage(owner)) }) }),
  'add past the quota is QuotaExceeded with both figures, and leaves nothing of the image': (catalog) =>
    sabotaged(catalog, { add: (image, quota) => catalog.add(image, quota + 1) }),
  'an owner’s own quota goes before the default until it is taken away': (catalog) =>
    sabotaged(catalog, { setQuota: (owner, quota) => catalog.setQuota(owner, quota ?? 0) }),
  'a quota below the count keeps the images and refuses more': (catalog) =>
    sabotaged(catalog, {
      setQuota: async (owner, quota = UNLIMITED) => {
        const { items } = await catalog.listByTag(owner, 'sea', { limit: UNLIMITED });
        for (const { id } of items.slice(quota)) await catalog.remove(owner, id);
        await catalog.setQuota(owner, quota);
      },
    }),
  'the total is of the images that all owners have now, and of their bytes': (catalog) =>
    sabotaged(catalog, {
      total: async () => ({ ...(await catalog.total()), sizeInBytes: 0 }),
    }),
  'a removed image frees its place in the quota': (catalog) => {
    let added = 0;
    return sabotaged(catalog, {
      add: async (image, quota) => {
        await catalog.add(image, quota);
        added += 1;
      },
      usage: async () => ({ imageCount: added }),
    });
  },
  'a quota is each owner’s own, from 0 to the largest safe integer': (catalog) =>
    sabotaged(catalog, { setQuota: (owner, quota) => catalog.setQuota(owner, quota && quota % 2 ** 32) }),
  'of 50 adds at once with room for 10 exactly 10 are stored': countsBeforeItStores,
  'after concurrent adds and removes the count is exact': (catalog) => {
    const counts = new Map<string, number>();
    const count = async (owner: string, difference: number): Promise<void> => {
      const before = counts.get(owner) ?? 0;
      await later();
      counts.set(owner, before + difference);
    };
    return sabotaged(catalog, {
      add: async (image, quota) => {
        await catalog.add(image, quota);
        await count(image.owner, 1);
      },
      remove: async (owner, id) => {
        const image = await catalog.remove(owner, id);
        await count(owner, -1);
        return image;
      },
      usage: async (owner) => ({ imageCount: counts.get(owner) ?? 0 }),
    });
  },
  'what was acknowledged is what is stored when a third of the changes at once fail': (catalog) => {
    const open = new Set<Image>();
    return sabotaged(catalog, {
      add: async (image, quota) => {
        open.add(image);
        await catalog.add(image, quota).catch(async (error: unknown) => {
          for (const { owner, id } of open) await catalog.remove(owner, id).catch(() => undefined);
          throw error;
        });
        await later();
        open.delete(image);
      },
    });
  },
};

describe('the contract of quotas', () =>
  verifyFails({ contract: catalogQuotaRules, subject: { open, reopen: open }, saboteurs, it }));

function countsBeforeItStores(catalog: CatalogRepository): CatalogRepository {
  return sabotaged(catalog, {
    add: async (image, defaultQuota) => {
      const { imageCount, quota = defaultQuota } = await catalog.usage(image.owner);
      await later();
      await catalog.add(image, imageCount < quota ? UNLIMITED : quota);
    },
  });
}
