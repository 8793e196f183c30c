import { describe, it } from '@jest/globals';
import { addressOf, AddressTaken, type Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import {
  catalogDescriptionRules,
  catalogQuotaRules,
  catalogRepositoryContract,
  later,
  sabotaged,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const UNLIMITED = 1_000_000;

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();

// The saboteurs of these rules are in other files.
const elsewhere = { ...catalogDescriptionRules, ...catalogQuotaRules };
const contract = Object.fromEntries(
  Object.entries(catalogRepositoryContract).filter(([name]) => !(name in elsewhere)),
) as Omit<typeof catalogRepositoryContract, keyof typeof elsewhere>;

const saboteurs: Saboteurs<CatalogRepository, typeof contract> = {
  'get, list and findFile return every field': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, tags: [...image.tags].sort() }, quota),
    }),
  'a file that is stored whole keeps its list of edits, also in the trash, and counts as it is stored': (
    catalog,
  ) =>
    sabotaged(catalog, {
      findFile: async (address) => {
        const found = await catalog.findFile(address);
        return found && { ...found, whole: undefined };
      },
    }),
  'unusual, long and empty strings are returned unchanged': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, path: image.path.normalize('NFC') }, quota),
    }),
  'values passed in and returned are copies': (catalog) => {
    const kept = new Map<string, Image>();
    return sabotaged(catalog, {
      get: async (owner, id) => {
        const image = kept.get(id) ?? (await catalog.get(owner, id));
        kept.set(id, image);
        return image;
      },
    });
  },
  'get of an absent image and of another owner’s is the same ImageNotFound': (catalog) =>
    sabotaged(catalog, { get: (owner, id) => catalog.get(id === 'never-existed' ? owner : 'alice', id) }),
  'remove of an absent image and of another owner’s is the same ImageNotFound': (catalog) =>
    sabotaged(catalog, { remove: (_owner, id) => catalog.remove('alice', id) }),
  'remove returns the image, and nothing shows it any more': (catalog) =>
    sabotaged(catalog, { remove: (owner, id) => catalog.get(owner, id) }),
  'of concurrent removes of one image exactly one succeeds': (catalog) =>
    sabotaged(catalog, {
      remove: async (owner, id) => {
        const image = await catalog.get(owner, id);
        await later();
        return await catalog.remove(owner, id).catch(() => image);
      },
    }),
  'a blob is needed from the add of its image to the remove': (catalog) =>
    sabotaged(catalog, {
      needsBlob: async (key) =>
        (await catalog.listBlobs(UNLIMITED, undefined)).some(({ blobKey }) => blobKey.startsWith(key)),
    }),
  'images, quotas and addresses once given are all there after a restart': (catalog) => catalog,

  'a file is found at its exact address only': (catalog) =>
    sabotaged(catalog, { findFile: (address) => catalog.findFile(address.trim()) }),
  'an erased address is given to anybody, or to nobody if its digest is kept': (catalog) =>
    sabotaged(catalog, { eraseAddresses: (owner) => catalog.eraseAddresses(owner, 'nothing') }),
  'the addresses of an image that is there are not erased': (catalog) =>
    sabotaged(catalog, { eraseAddresses: async () => 1 }),
  'add refuses an address in use by anyone, and leaves nothing of the image': (catalog) => {
    const refused = new Set<string>();
    return sabotaged(catalog, {
      add: (image, quota) => {
        refused.add(image.file.blobKey);
        return catalog.add(image, quota);
      },
      needsBlob: async (key) => refused.has(key),
    });
  },
  'add refuses an address whose image is gone to other bytes and to other owners': (catalog) =>
    sabotaged(catalog, {
      add: async (image, quota) => {
        const free = (await catalog.findFile(addressOf(image))) === undefined;
        await catalog.add(free ? { ...image, path: image.id } : image, quota);
      },
    }),
  'an address whose image is gone is the same bytes’ of the same owner again, time after time': (catalog) => {
    const given = new Set<string>();
    return sabotaged(catalog, {
      add: async (image, quota) => {
        const address = addressOf(image);
        if (given.has(address)) throw new AddressTaken(address);
        await catalog.add(image, quota);
        given.add(address);
      },
    });
  },
  'of concurrent adds of bytes whose address is free again exactly one succeeds': (catalog) =>
    sabotaged(catalog, {
      add: async (image, quota) => {
        const free = (await catalog.findFile(addressOf(image))) === undefined;
        await later();
        await catalog.add(free ? { ...image, path: image.id } : image, quota);
      },
    }),
  'the freed addresses are those of the owner’s removed images with the same bytes': (catalog) => {
    const given = new Set<string>();
    return sabotaged(catalog, {
      add: async (image, quota) => {
        await catalog.add(image, quota);
        given.add(addressOf(image));
      },
      freedAddresses: async () => [...given],
    });
  },
  'addresses that differ in case, accent form or a space are several': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, fileName: image.fileName.toLowerCase() }, quota),
    }),
  'of concurrent adds of one address exactly one succeeds': (catalog) => {
    const taken = new Set<string>();
    return sabotaged(catalog, {
      add: async (image, quota) => {
        const address = addressOf(image);
        const path = taken.has(address) ? image.path : image.id;
        await later();
        taken.add(address);
        await catalog.add({ ...image, path }, quota);
      },
    });
  },

  'find gives those of the images that the owner has, each once': (catalog) =>
    sabotaged(catalog, { find: (_owner, ids) => catalog.find('alice', ids.slice(1)) }),
  'images are listed newest first, then by descending identifier in code units, on pages of any size': (
    catalog,
  ) =>
    sabotaged(catalog, {
      listByTag: async (owner, tag, page) => {
        const { items, ...rest } = await catalog.listByTag(owner, tag, page);
        const order = (left: Image, right: Image): number =>
          right.createdAt - left.createdAt || right.id.localeCompare(left.id);
        return { ...rest, items: [...items].sort(order) };
      },
    }),
  'a page goes on where the last one ended although images come and go': (catalog) =>
    sabotaged(catalog, {
      listByTag: async (owner, tag, { limit, after }) => {
        const start = after === undefined ? 0 : Number(after.id);
        const { items } = await catalog.listByTag(owner, tag, { limit: UNLIMITED });
        const end = start + limit;
        const part = items.slice(start, end);
        return items.length > end ? { items: part, next: { at: 0, id: String(end) } } : { items: part };
      },
    }),
  'the last page names no next one, be it full, and none comes behind it': (catalog) =>
    sabotaged(catalog, {
      listByTag: async (owner, tag, page) => {
        const found = await catalog.listByTag(owner, tag, page);
        const last = found.items.at(-1);
        return found.items.length === page.limit && last
          ? { ...found, next: { at: last.createdAt, id: last.id } }
          : found;
      },
    }),
  'a tag is matched exactly': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, tags: image.tags.map(lowerCase) }, quota),
      listByTag: (owner, tag, page) => catalog.listByTag(owner, lowerCase(tag), page),
    }),
  'a listing shows its owner’s images and nobody else’s': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, owner: image.owner.trim() }, quota),
      listByTag: (owner, tag, page) => catalog.listByTag(owner.trim(), tag, page),
    }),
  'blobs are listed with their images by ascending key in code units, everyone’s': (catalog) =>
    sabotaged(catalog, {
      listBlobs: async (limit, after) => {
        const all = await catalog.listBlobs(UNLIMITED, undefined);
        const sorted = [...all].sort((left, right) => left.blobKey.localeCompare(right.blobKey));
        return sorted.filter(({ blobKey }) => after === undefined || blobKey > after).slice(0, limit);
      },
    }),
};

describe('the catalog contract', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function lowerCase(text: string): string {
  return text.toLowerCase();
}
