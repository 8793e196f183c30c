import { describe, it } from '@jest/globals';
import type { CatalogRepository } from '@cairn/images/spi';
import { catalogDescriptionRules, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();

const saboteurs: Saboteurs<CatalogRepository, typeof catalogDescriptionRules> = {
  'a description is returned as it was stored, and replaced by another one': (catalog) =>
    sabotaged(catalog, {
      describe: async (owner, id, description) => {
        const { description: former } = await catalog.get(owner, id);
        await catalog.describe(owner, id, { ...former, ...description });
      },
    }),
  'to describe an image that is gone, or another owner’s, does nothing': (catalog) =>
    sabotaged(catalog, { describe: (_owner, id, description) => catalog.describe('alice', id, description) }),
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
