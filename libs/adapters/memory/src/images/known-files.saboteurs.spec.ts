import { describe, it } from '@jest/globals';
import type { CatalogRepository } from '@cairn/images/spi';
import {
  knownFilesContract as contract,
  later,
  sabotaged,
  verify,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();
const subject = { open, reopen: open };

type Known = CatalogRepository['knownFiles'];

const finding =
  (replace: (known: Known) => Known) =>
  (catalog: CatalogRepository): CatalogRepository =>
    sabotaged(catalog, { knownFiles: replace((owner, hashes) => catalog.knownFiles(owner, hashes)) });

const saboteurs: Saboteurs<CatalogRepository, typeof contract> = {
  'an image is found by the hash of what was uploaded, and by that of what is served': finding(
    (known) => async (_, hashes) => await known('alice', hashes),
  ),
  'a description that comes later changes the hash that an image is found by': (catalog) =>
    sabotaged(catalog, { describe: async () => undefined }),
  'every image with the bytes is found, those in the trash last, until they are gone for good': finding(
    (known) => async (owner, hashes) => (await known(owner, hashes)).filter((file) => !file.inTrash),
  ),
  'an image with a cut upload is found in the trash by both hashes': finding(
    (known) => async (owner, hashes) =>
      (await known(owner, hashes)).map((file) => ({ ...file, path: file.inTrash ? '' : file.path })),
  ),
  'a thousand hashes are one question': finding(
    (known) => async (owner, hashes) => await known(owner, hashes.slice(0, 500)),
  ),
  'sizes are those of uploads, also in the trash': (catalog) =>
    sabotaged(catalog, {
      knownSizes: async (owner, sizes) =>
        (await catalog.knownSizes(owner, sizes)).filter((size) => size !== 600),
    }),
  'any size may be there while there is an upload whose size was not kept': (catalog) =>
    sabotaged(catalog, {
      knownSizes: async (owner, sizes) => (await catalog.knownSizes(owner, sizes)).slice(1),
    }),
  'addOrFind of bytes that are in the folder returns their image, and stores nothing': (catalog) =>
    sabotaged(catalog, {
      addOrFind: async (image, quota) => {
        const found = await catalog.addOrFind(image, quota);
        if (found.id !== image.id) await catalog.add(image, quota + 1);
        return found;
      },
    }),
  'addOrFind adds bytes that are in another folder, of another owner, or in the trash': (catalog) =>
    sabotaged(catalog, {
      addOrFind: (image, quota) => catalog.addOrFind({ ...image, path: 'holiday' }, quota),
    }),
  'addOrFind past the quota, or of an address that is taken, is refused like add': (catalog) =>
    sabotaged(catalog, { addOrFind: (image, quota) => catalog.addOrFind(image, quota + 1) }),
  'addOrFind by what is served finds the image that serves the same bytes, whatever was cut out of them': (
    catalog,
  ) =>
    sabotaged(catalog, {
      addOrFind: (image, quota, bytes) =>
        catalog.addOrFind(image, quota, { now: 0, ...bytes, compared: 'uploaded' }),
    }),
  'of many that add the same bytes to a folder at once one does, and the others find its image': (catalog) =>
    sabotaged(catalog, {
      addOrFind: async (image, quota) => {
        const { uploadSha256 = '' } = image.description ?? {};
        const [found] = await catalog.knownFiles(image.owner, [uploadSha256]);
        await later();
        if (found !== undefined) return await catalog.get(image.owner, found.id);
        await catalog.add(image, quota);
        return image;
      },
    }),
};

describe('the contract of known files', () => {
  verify({ contract, subject, it });
  verifyFails({ contract, subject, saboteurs, it });
});
