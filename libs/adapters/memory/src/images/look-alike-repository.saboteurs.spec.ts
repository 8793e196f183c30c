import { describe, it } from '@jest/globals';
import type { CatalogRepository, LookAlikeRepository } from '@cairn/images/spi';
import {
  later,
  lookAlikeRepositoryContract,
  sabotaged,
  verifyFails,
  type LookAlikePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<LookAlikePorts> => {
  const outbox = new MemoryOutbox();
  const catalog = new MemoryCatalogRepository(outbox);
  return { catalog, lookAlikes: catalog.lookAlikes, outbox };
};

const broken =
  (replacements: (pairs: LookAlikeRepository) => Partial<LookAlikeRepository>) =>
  (ports: LookAlikePorts): LookAlikePorts => ({
    ...ports,
    lookAlikes: sabotaged(ports.lookAlikes, replacements(ports.lookAlikes)),
  });

const brokenCatalog =
  (replacements: (catalog: CatalogRepository) => Partial<CatalogRepository>) =>
  (ports: LookAlikePorts): LookAlikePorts => ({
    ...ports,
    catalog: sabotaged(ports.catalog, replacements(ports.catalog)),
  });

type Description = Parameters<CatalogRepository['describe']>[1];
type Look = Exclude<NonNullable<Description['appearance']>, 'unknown'>;

const looking = (description: Description, look: (former: Look) => Partial<Look>): Description => {
  const { appearance } = description;
  return typeof appearance === 'object'
    ? { ...description, appearance: { ...appearance, ...look(appearance) } }
    : description;
};

/** A catalog that compares images by other hashes than they have. */
const comparing = (look: (former: Look) => Partial<Look>): ((ports: LookAlikePorts) => LookAlikePorts) =>
  brokenCatalog((catalog) => ({
    describe: (image, description) => catalog.describe(image, looking(description, look)),
  }));

const saboteurs: Saboteurs<LookAlikePorts, typeof lookAlikeRepositoryContract> = {
  'an image is paired with those of its owner that differ in few bits of both hashes': comparing(() => ({
    dctHash: '3333333333333333',
  })),
  'a hash is found wherever its bits differ': comparing(({ perceptualHash }) => ({
    // The first part of it must be the same.
    dctHash: perceptualHash.startsWith('0f0f') ? '3333333333333333' : 'cccccccccccccccc',
  })),
  'images with hardly any structure are left out, and so are those that cannot be decoded': comparing(
    ({ perceptualHash }) => ({
      perceptualHash: perceptualHash.startsWith('0') ? `f${perceptualHash.slice(1)}` : perceptualHash,
    }),
  ),
  'groups come by their newest image, page by page, with each image once': broken((pairs) => ({
    list: (owner, { limit }) => pairs.list(owner, { limit }),
  })),
  'a group has no more than 50 images, and an image no more than 20 others that it is compared to': broken(
    (lookAlikes) => ({
      list: async (owner, page) => {
        const { items } = await lookAlikes.list(owner, page);
        return { items: items.map(({ images, pairs: all }) => ({ images: images.slice(1), pairs: all })) };
      },
    }),
  ),
  'a removed image leaves its group, and one that is restored or added as it was comes back': brokenCatalog(
    (catalog) => ({
      restore: async (owner, id, restoring) => {
        const image = await catalog.restore(owner, id, restoring);
        await catalog.remove(owner, id);
        return image;
      },
    }),
  ),
  'what is dismissed does not come back until it is recalled, or another image is like it': broken(() => ({
    recall: async (_owner, ids) => ids.length,
  })),
  'nobody dismisses pairs of others': broken((pairs) => ({
    dismiss: (_owner, ids) => pairs.dismiss('alice', ids),
  })),
  'a description with the same hashes keeps what was dismissed, and one with others is compared anew':
    brokenCatalog((catalog) => ({
      describe: async (image, description) => {
        if (description.appearance !== undefined)
          await catalog.describe(image, { ...description, appearance: 'unknown' });
        await catalog.describe(image, description);
      },
    })),
  'images that are described at one moment find each other': brokenCatalog((catalog) => ({
    describe: async (image, description) => {
      const before = await catalog.get(image.owner, image.id);
      await later();
      if (before.description === undefined)
        await catalog.describe({ ...image, owner: 'nobody' }, description);
    },
  })),
  'the second hash of an image described before is announced to nobody, and any other change is':
    brokenCatalog((catalog) => ({
      describe: async (image, description) => {
        await catalog.describe(image, { ...description, appearance: 'unknown' });
        await catalog.describe(image, description);
      },
    })),
  'pairs are there after a restart': (ports) => ports,
};

describe('the contract of look-alikes', () =>
  verifyFails({ contract: lookAlikeRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
