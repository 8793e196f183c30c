import { describe, it } from '@jest/globals';
import type { CatalogRepository } from '@cairn/images/spi';
import { catalogDescriptionRules, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();

const saboteurs: Saboteurs<CatalogRepository, typeof catalogDescriptionRules> = {
  'a description is returned as it was stored, and replaced by another one': (catalog) =>
    sabotaged(catalog, {
      describe: async (image, description) => {
        const { description: former } = await catalog.get(image.owner, image.id);
        await catalog.describe(image, { ...former, ...description });
      },
    }),
  'to describe an image that is gone, or another owner’s, does nothing': (catalog) =>
    sabotaged(catalog, {
      describe: (image, description) => catalog.describe({ ...image, owner: 'alice' }, description),
    }),
  'to describe how an image looked before it was edited does nothing': (catalog) =>
    sabotaged(catalog, {
      describe: async (image, description) =>
        await catalog.describe(await catalog.get(image.owner, image.id), description),
    }),
  'images without a complete appearance are listed until they have one, everyone’s, as many as are wanted': (
    catalog,
  ) =>
    sabotaged(catalog, {
      listUndescribed: async (limit) =>
        (await catalog.listUndescribed(limit)).filter(({ description }) => description === undefined),
    }),
};

describe('the contract of descriptions', () =>
  verifyFails({ contract: catalogDescriptionRules, subject: { open, reopen: open }, saboteurs, it }));
