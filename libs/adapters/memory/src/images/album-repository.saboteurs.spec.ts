import { describe, it } from '@jest/globals';
import type { AlbumRepository } from '@cairn/images/spi';
import {
  albumRepositoryContract,
  later,
  sabotaged,
  verifyFails,
  type AlbumPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';

const open = async (): Promise<AlbumPorts> => {
  const outbox = new MemoryOutbox();
  const catalog = new MemoryCatalogRepository(outbox);
  return { catalog, outbox, albums: new MemoryAlbumRepository(catalog, outbox) };
};

const broken =
  (replacements: (albums: AlbumRepository) => Partial<AlbumRepository>) =>
  (ports: AlbumPorts): AlbumPorts => ({
    ...ports,
    albums: sabotaged(ports.albums, replacements(ports.albums)),
  });

const saboteurs: Saboteurs<AlbumPorts, typeof albumRepositoryContract> = {
  'an album is returned as it was added, with its images in their order': broken((albums) => ({
    add: (album, images) => albums.add(album, { ...images, imageIds: [...images.imageIds].reverse() }),
  })),
  'an album has its cover from the first on, and one whose owner has no such image is not stored': broken(
    (albums) => ({
      add: async ({ coverId, ...album }, images) => {
        const placed = await albums.add(album, images);
        if (coverId !== undefined) await albums.update(album, { coverId, now: album.updatedAt });
        return placed;
      },
    }),
  ),
  'every change of an album is an event that is stored with it, and one that fails is none': broken(
    (albums) => ({
      take: async (key, ids, now) => {
        await albums.take(key, ids, now);
        await albums.take(key, ids, now);
      },
    }),
  ),
  'another owner’s album, and an absent one, is AlbumNotFound': broken((albums) => ({
    take: (key, ids, now) => albums.take(key, ids, now).catch(() => undefined),
  })),
  'albums are listed by owner, the latest first, page by page, also those with an image': broken(
    (albums) => ({ list: (owner, page) => albums.list(owner, page) }),
  ),
  'what is changed of an album is stored, and nothing else': broken((albums) => ({
    update: (key, change) => albums.update(key, { order: 'newest', ...change }),
  })),
  'images are in the order of the album, page by page': broken((albums) => ({
    images: (key, { limit }) => albums.images(key, { limit }),
  })),
  'placed images go where they are wanted, and are in the album once': broken((albums) => ({
    place: (key, { before, ...placement }) => albums.place(key, placement),
  })),
  'images can be placed at one spot again and again': broken((albums) => {
    let turns = 0;
    return {
      place: async (key, placement) => ((turns += 1) > 40 ? [] : await albums.place(key, placement)),
    };
  }),
  'an image that is removed leaves every album, also as a cover': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, { removeAll: (owner, ids) => ports.catalog.find(owner, ids) }),
  }),
  'an image that is taken out is the cover no more: the first of those that are left is': broken(
    (albums) => ({
      take: async (key, imageIds, now) => {
        const { coverId } = (await albums.get(key)).album;
        await albums.take(key, imageIds, now);
        await albums.update(key, { coverId, now });
      },
    }),
  ),
  'an album that is removed leaves its images, and only its own': (ports) =>
    broken((albums) => ({
      remove: async (key) => {
        const { items } = await albums.images(key, { limit: 1 });
        await albums.remove(key);
        await ports.catalog.removeAll(
          key.owner,
          items.map(({ id }) => id),
        );
      },
    }))(ports),
  'another owner’s images are in no album': broken((albums) => ({
    add: async (album, images) => {
      await albums.add(album, images);
      return images.imageIds;
    },
  })),
  'no image is placed in a smart album': broken((albums) => ({
    add: (album, images) => albums.add({ ...album, query: undefined }, images),
  })),
  'a page begins behind the image that ended the one before, also where places were numbered anew': broken(
    (albums) => ({
      images: (key, { limit, after }) =>
        albums.images(key, { limit, after: after && { ...after, id: `${after.id}~` } }),
    }),
  ),
  'an album has no more images than it may, and one of too many is not stored': broken((albums) => ({
    place: (key, placement) => albums.place(key, { ...placement, maxImages: 100 }),
  })),
  'images that are removed while they are placed are in no album afterwards': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, {
      removeAll: async (owner, ids) => {
        await later();
        return await ports.catalog.find(owner, ids);
      },
    }),
  }),
  'images that are removed while the album is numbered anew do not come back, and the others keep their order':
    (ports) => ({
      ...ports,
      catalog: sabotaged(ports.catalog, { removeAll: (owner, ids) => ports.catalog.find(owner, ids) }),
    }),
  'a new image is added to the catalog and to the end of the album': (ports) =>
    broken(() => ({
      addOrFind: async (_, { image, defaultQuota, bytes }) => {
        await ports.catalog.add(image, defaultQuota, bytes);
        return image;
      },
    }))(ports),
  'an image with the bytes of one in the album is not added: that one is the result': (ports) =>
    broken((albums) => ({
      addOrFind: async (key, addition) => {
        const { image } = addition;
        const [known] = await ports.catalog.knownFiles(key.owner, [image.file.sha256]);
        const [found] = await ports.catalog.find(key.owner, [known?.id ?? '']);
        return found ?? (await albums.addOrFind(key, addition));
      },
    }))(ports),
  'an image that the album or the catalog refuses is in neither': (ports) =>
    broken((albums) => ({
      addOrFind: async (key, { image, defaultQuota, bytes, maxImages }) => {
        await ports.catalog.add(image, defaultQuota, bytes);
        await albums.place(key, { imageIds: [image.id], maxImages, now: bytes.now });
        return image;
      },
    }))(ports),
  'of many that add the same bytes to an album at once one does, and the others find its image': broken(
    (albums) => ({
      addOrFind: async (key, addition) => {
        const { sha256 } = addition.image.file;
        const { items } = await albums.images(key, { limit: 100 });
        await later();
        const found = items.find(({ file }) => file.sha256 === sha256);
        return found ?? (await albums.addOrFind(key, { ...addition, compared: undefined }));
      },
    }),
  ),
  'albums are there after a restart': (ports) => ports,
};

describe('the contract of albums', () =>
  verifyFails({ contract: albumRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
