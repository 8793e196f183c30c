import { describe, it } from '@jest/globals';
import type { CatalogRepository } from '@cairn/images/spi';
import {
  imageMovingInRules as contract,
  sabotaged,
  verifyFails,
  type ImageCatalogPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { openImageCatalog } from './image-catalog.spec.kit.js';

const inCatalog =
  (replacements: (catalog: CatalogRepository) => Partial<CatalogRepository>) =>
  (ports: ImageCatalogPorts): ImageCatalogPorts => ({
    ...ports,
    catalog: sabotaged(ports.catalog, replacements(ports.catalog)),
  });

const saboteurs: Saboteurs<ImageCatalogPorts, typeof contract> = {
  'an image that moves in keeps id, name, times and description, whoever may have its file': inCatalog(
    (catalog) => ({ add: (image, quota) => catalog.add({ ...image, updatedAt: image.createdAt }, quota) }),
  ),
  'an image that moves in takes no address of another one, and no name that is none of its type': inCatalog(
    (catalog) => {
      let added = 0;
      return { add: async (image, quota) => (added++ === 0 ? await catalog.add(image, quota) : undefined) };
    },
  ),
  'a time and a position from elsewhere that cannot be are left out': inCatalog((catalog) => ({
    add: ({ description, ...image }, quota) => {
      const position = { longitude: 0, latitude: 0 };
      return catalog.add(
        { ...image, ...(description && { description: { ...description, position } }) },
        quota,
      );
    },
  })),
  'what is known of a photo from elsewhere counts where the file says nothing': inCatalog((catalog) => ({
    add: ({ description: _, ...image }, quota) => catalog.add(image, quota),
  })),
};

describe('the contract of images that move in', () =>
  verifyFails({ contract, subject: { open: openImageCatalog, reopen: openImageCatalog }, saboteurs, it }));
