import { describe, it } from '@jest/globals';
import { addressOf } from '@cairn/images';
import { fold, type CatalogRepository, type TagChangeRequest } from '@cairn/images/spi';
import { galleryContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { asking, detailsSaboteurs } from './gallery-details.saboteurs.spec.kit.js';
import { photoSaboteurs } from './gallery-photos.saboteurs.spec.kit.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<CatalogRepository> => new MemoryCatalogRepository();

const saboteurs: Saboteurs<CatalogRepository, typeof galleryContract> = {
  'a list is sorted by age, folded name or size, then by identifier, on pages of any size': (catalog) =>
    sabotaged(catalog, {
      list: async (owner, query, page) => {
        const found = await catalog.list(owner, query, page);
        if (query.sort !== 'name') return found;
        return { ...found, images: [...found.images].sort((a, b) => (a.fileName < b.fileName ? -1 : 1)) };
      },
    }),
  'a list has every field of its images, as copies': (catalog) => {
    let first: ReturnType<CatalogRepository['list']> | undefined;
    return sabotaged(catalog, {
      list: (owner, query, page) => (first ??= catalog.list(owner, query, page)),
    });
  },
  'a folder is found by whole segments, with the folders below it or alone': (catalog) =>
    asking(catalog, (condition) =>
      condition.kind === 'folder' ? { ...condition, depth: 'tree' } : condition,
    ),
  'tags are found exactly, all of them or any, each image once': (catalog) =>
    asking(catalog, (condition) => (condition.kind === 'tags' ? { ...condition, match: 'any' } : condition)),
  'words are found by their beginnings in name, tags and path, whatever the case and accents': (catalog) =>
    asking(catalog, (condition) =>
      condition.kind === 'words' ? { ...condition, words: condition.words.slice(0, 1) } : condition,
    ),
  'types and periods are found, a period with its beginning and without its end': (catalog) =>
    asking(catalog, (condition) =>
      condition.kind === 'created' && condition.until !== undefined
        ? { ...condition, until: condition.until + 1 }
        : condition,
    ),
  'several conditions find what meets all of them, in every order': (catalog) =>
    sabotaged(catalog, {
      list: (owner, query, page) => catalog.list(owner, { ...query, where: query.where.slice(0, 1) }, page),
    }),
  'a list goes on where it ended although images come and go': (catalog) =>
    sabotaged(catalog, {
      list: async (owner, query, { limit, after }) => {
        const start = after === undefined ? 0 : Number(after.key);
        const { images } = await catalog.list(owner, query, { limit: 1_000 });
        const next = { key: start + limit, id: 'x' };
        const part = images.slice(start, start + limit);
        return images.length > start + limit ? { images: part, next } : { images: part };
      },
    }),
  'a list and its counts are of its owner’s images and nobody else’s': (catalog) =>
    sabotaged(catalog, {
      add: (image, quota) => catalog.add({ ...image, owner: image.owner.trim() }, quota),
    }),

  'tags are counted, the most frequent first, then by code points': (catalog) =>
    sabotaged(catalog, {
      listTags: async (owner, request) => {
        const tags = await catalog.listTags(owner, request);
        return [...tags].sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
      },
    }),
  'tags are found by a part of them, whatever the case and accents': (catalog) =>
    sabotaged(catalog, {
      listTags: async (owner, { limit, part = '' }) => {
        const pattern = new RegExp(part.replaceAll('_', '.').replaceAll('%', '.*'), 'u');
        const tags = await catalog.listTags(owner, { limit: 1_000 });
        return tags.filter(({ tag }) => pattern.test(fold(tag))).slice(0, limit);
      },
    }),
  'tags are counted of a folder alone, with all that is below it': (catalog) =>
    sabotaged(catalog, {
      listTags: (owner, { limit, part }) => catalog.listTags(owner, { limit, part }),
    }),
  'folders are counted with all that is below them, level by level and page by page': (catalog) =>
    sabotaged(catalog, {
      listFolders: async (owner, request) =>
        (await catalog.listFolders(owner, request)).filter(({ path }) => path !== 'z'),
    }),
  'counts follow images as they come, change and go, however many at once': (catalog) => {
    let first: ReturnType<CatalogRepository['listTags']> | undefined;
    return sabotaged(catalog, { listTags: (owner, request) => (first ??= catalog.listTags(owner, request)) });
  },

  'other tags are stored with the time, and found instead of those before': (catalog) =>
    sabotaged(catalog, {
      changeTags: (owner, ids, { change, now }) =>
        catalog.changeTags(owner, ids, {
          change: change.kind === 'set' ? { kind: 'edit', add: change.tags, remove: [] } : change,
          now,
        }),
    }),
  'a change that comes with an earlier time moves the time on all the same': (catalog) =>
    sabotaged(catalog, {
      changeTags: async (owner, ids, given) => {
        const { changed, unchanged } = await catalog.changeTags(owner, ids, given);
        return { changed: changed.map((image) => ({ ...image, updatedAt: given.now })), unchanged };
      },
    }),
  'tags of several images change, or of none when one would have too many': (catalog) =>
    sabotaged(catalog, { changeTags: (owner, ids, given) => oneByOne(catalog, owner, ids, given) }),
  'images that the owner does not have are left out of a change of many, and left alone': (catalog) =>
    sabotaged(catalog, {
      removeAll: async (owner, ids) => [
        ...(await catalog.removeAll('bob', ids)),
        ...(await catalog.removeAll(owner, ids)),
      ],
    }),
  'of concurrent changes of the tags of the same images none is lost': (catalog) =>
    sabotaged(catalog, {
      changeTags: async (owner, ids, { change, now }) => {
        const [id = ''] = ids;
        const { tags } = await catalog.get(owner, id);
        await later();
        const added = change.kind === 'edit' ? change.add : change.tags;
        return await catalog.changeTags(owner, ids, {
          change: { kind: 'set', tags: [...tags, ...added] },
          now,
        });
      },
    }),
  'removing many frees their places in the quota, their blobs and, for the same bytes, their addresses': (
    catalog,
  ) => {
    let removed = 0;
    return sabotaged(catalog, {
      removeAll: async (owner, ids) => {
        const images = await catalog.removeAll(owner, ids);
        removed += images.length;
        return images;
      },
      usage: async (owner) => ({ imageCount: (await catalog.usage(owner)).imageCount + removed }),
    });
  },

  'a moved image is found, sorted and counted at its new place alone, with the time': (catalog) =>
    sabotaged(catalog, {
      update: async (owner, id, { path = '', fileName = '' }) => ({
        ...(await catalog.get(owner, id)),
        path,
        fileName,
      }),
    }),
  'the former address of a moved image leads to it until it is removed, and is for the same bytes of its owner alone':
    (catalog) => {
      const left = new Set<string>();
      return sabotaged(catalog, {
        update: async (owner, id, place) => {
          left.add(addressOf(await catalog.get(owner, id)));
          return await catalog.update(owner, id, place);
        },
        findFile: async (address) => (left.has(address) ? undefined : await catalog.findFile(address)),
      });
    },
  'an image is not moved to an address that is taken, and stays as it was': (catalog) =>
    sabotaged(catalog, {
      update: (...given) => catalog.update(...given).catch(() => catalog.get(given[0], given[1])),
    }),
  'an update changes place, tags and visibility in one step, or nothing': (catalog) =>
    sabotaged(catalog, {
      update: async (owner, id, { tags = [], ...others }) => {
        await catalog.changeTags(owner, [id], { change: { kind: 'set', tags }, now: others.now });
        return await catalog.update(owner, id, others);
      },
    }),
  'an image that the owner does not have is not moved': (catalog) =>
    sabotaged(catalog, {
      update: (_, id, place) => catalog.update('bob', id, place),
    }),

  'a file tells its owner and its visibility at every address of its image, and another one at once': (
    catalog,
  ) => {
    const first = new Map<string, ReturnType<CatalogRepository['findFile']>>();
    return sabotaged(catalog, {
      findFile: async (address) => {
        const found = first.get(address) ?? catalog.findFile(address);
        first.set(address, found);
        return await found;
      },
    });
  },
  'another visibility is stored with the time, which always moves on, and changes nothing else': (catalog) =>
    sabotaged(catalog, {
      changeVisibility: async (owner, ids, change) => {
        const { changed, unchanged } = await catalog.changeVisibility(owner, ids, change);
        return { changed: changed.map((image) => ({ ...image, updatedAt: change.now })), unchanged };
      },
    }),
  'a change of tags, place or description leaves the visibility': (catalog) =>
    sabotaged(catalog, {
      update: (owner, id, place) => catalog.update(owner, id, { ...place, visibility: 'public' }),
    }),
  'images that the owner does not have keep their visibility': (catalog) =>
    sabotaged(catalog, {
      changeVisibility: async (owner, ids, change) => {
        await catalog.changeVisibility('bob', ids, change);
        return await catalog.changeVisibility(owner, ids, change);
      },
    }),
  'images are found by their visibility, alone and with other conditions, in every order': (catalog) =>
    asking(catalog, (condition) =>
      condition.kind === 'visibilities'
        ? { ...condition, visibilities: [...condition.visibilities, 'unlisted'] }
        : condition,
    ),

  'who added an image is returned as it was stored, everywhere, also that it was the account itself': (
    catalog,
  ) =>
    sabotaged(catalog, {
      add: ({ addedBy, ...image }, quota) =>
        catalog.add({ ...image, ...(addedBy?.startsWith('link:') !== true && { addedBy }) }, quota),
    }),
  'a change of tags, place, visibility or description leaves who added an image': (catalog) =>
    sabotaged(catalog, {
      update: async (...given) => ({ ...(await catalog.update(...given)), addedBy: undefined }),
    }),
  ...detailsSaboteurs,
  ...photoSaboteurs,
};

async function oneByOne(
  catalog: CatalogRepository,
  owner: string,
  ids: readonly string[],
  given: TagChangeRequest,
): ReturnType<CatalogRepository['changeTags']> {
  const all = [];
  for (const id of ids) all.push(await catalog.changeTags(owner, [id], given));
  return {
    changed: all.flatMap(({ changed }) => changed),
    unchanged: all.flatMap(({ unchanged }) => unchanged),
  };
}

describe('the gallery contract', () =>
  verifyFails({ contract: galleryContract, subject: { open, reopen: open }, saboteurs, it }));
