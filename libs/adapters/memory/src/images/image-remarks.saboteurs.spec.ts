import { describe, it } from '@jest/globals';
import type { CatalogRepository } from '@cairn/images/spi';
import {
  imageRemarkRules as contract,
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
  'what somebody wrote into a file is in the record, with the tags of both; what the upload says stands before it':
    inCatalog((catalog) => ({
      add: ({ caption: _, ...image }, quota) => catalog.add(image, quota),
    })),
  'whether a photo is a favourite, and how good it is, is not for guests to say in its file': inCatalog(
    (catalog) => ({
      add: (image, quota) => catalog.add({ ...image, rating: 4 }, quota),
    }),
  ),
};

describe('the contract of what somebody wrote into files', () =>
  verifyFails({ contract, subject: { open: openImageCatalog, reopen: openImageCatalog }, saboteurs, it }));
