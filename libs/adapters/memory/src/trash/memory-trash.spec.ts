import type { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import type { Trash } from '@cairn/kernel';
import {
  later,
  sabotaged,
  trashContract,
  verify,
  verifyFails,
  type Saboteurs,
  type TrashPorts,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { MemoryAlbumRepository } from '../images/memory-album-repository.js';
import { MemoryCatalogRepository } from '../images/memory-catalog-repository.js';
import { MemoryGrantRepository } from '../access/memory-grant-repository.js';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemorySignInRecords } from '../access/memory-sign-in-records.js';
import { MemoryTrash } from './memory-trash.js';

const open = async (): Promise<TrashPorts> => {
  const outbox = new MemoryOutbox();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const links = new MemoryLinkRepository();
  const trash = new MemoryTrash({ outbox, shared: [grants, links] });
  const catalog = new MemoryCatalogRepository(outbox, trash);
  const albums = new MemoryAlbumRepository(catalog);
  return { trash, catalog, byteQuotas: catalog.byteQuotas, albums, grants, links, outbox };
};

describe('MemoryTrash', () =>
  verify({
    contract: trashContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'the trash is there after a restart': 'memory is not durable' },
  }));

type Break = (ports: TrashPorts) => TrashPorts;

const inTrash =
  (replace: (trash: Trash, ports: TrashPorts) => Partial<Trash>): Break =>
  (ports) => ({ ...ports, trash: sabotaged(ports.trash, replace(ports.trash, ports)) });
const inCatalog =
  (replace: (catalog: CatalogRepository, ports: TrashPorts) => Partial<CatalogRepository>): Break =>
  (ports) => ({ ...ports, catalog: sabotaged(ports.catalog, replace(ports.catalog, ports)) });
const inAlbums =
  (replace: (albums: AlbumRepository, ports: TrashPorts) => Partial<AlbumRepository>): Break =>
  (ports) => ({ ...ports, albums: sabotaged(ports.albums, replace(ports.albums, ports)) });

const saboteurs: Saboteurs<TrashPorts, typeof trashContract> = {
  'what is deleted is gone at once, and in the trash with what it was': inTrash((trash) => ({
    list: async (...asked) => {
      const { items } = await trash.list(...asked);
      return { items: items.map((entry) => ({ ...entry, parts: entry.parts.slice(0, 2) })) };
    },
  })),
  'what is deleted without a disposal is not in the trash': inAlbums((albums) => ({
    remove: (key) => albums.remove(key, { deletion: 'x', deletedAt: 0, expiresAt: 0, countsBytes: true }),
  })),
  'the ids of images and albums of every owner are taken, also those of entries': inCatalog((catalog) => ({
    takenIds: async (ids) => (await catalog.find('alice', ids)).map(({ id }) => id),
  })),
  'entries are listed the latest first, by kind, deletion and who deleted them, page by page': inTrash(
    (trash) => ({ list: (owner, { deletedBy, ...filter }, page) => trash.list(owner, filter, page) }),
  ),
  'the blob of an image is needed and listed while it can be restored, and the event of its end names it':
    inCatalog((catalog, { trash }) => ({
      needsBlob: async (key) =>
        (await catalog.needsBlob(key)) && (await trash.list('alice', {}, { limit: 9 })).items.length === 0,
    })),
  'what has expired goes, in steps, of every owner and kind, and nothing else': inTrash((trash) => ({
    purgeExpired: (now, limit) => trash.purgeExpired(now + 1, limit),
  })),
  'something that is restored while it is purged is either there or gone': inTrash((trash) => ({
    purge: async (owner, ids) => {
      const found = await trash.find(owner, ids);
      await trash.purge(owner, ids);
      return found.length + 1;
    },
  })),
  'grants and links stay while something can be restored, and go with it alone': inCatalog(
    (catalog, { grants }) => ({
      remove: async (owner, id, disposal) => {
        const { items } = await grants.list(owner, { limit: 9 }, { type: 'image', id });
        for (const grant of items) await grants.remove(grant.id);
        return await catalog.remove(owner, id, disposal);
      },
    }),
  ),
  'grants and links go at once with what is deleted without a disposal': inAlbums((albums, { links }) => ({
    remove: async ({ owner, id }) => {
      const { items } = await links.list(owner, { limit: 9 }, { type: 'album', id });
      await albums.remove({ owner, id });
      for (const link of items) await links.add(link);
    },
  })),
  'many that are deleted at once by several are each in the trash once': inCatalog((catalog) => ({
    removeAll: async (owner, ids, disposal) => {
      const found = await catalog.find(owner, ids);
      await later();
      await catalog.removeAll(owner, ids, disposal);
      return found;
    },
  })),
  'the trash is there after a restart': (ports) => ports,
  'an owner has as many images in the trash as the quota allows images, and the oldest go first, in steps':
    inTrash((trash) => ({
      purgeExcess: async (owner, _, limit) => {
        const { items } = await trash.list(owner, {}, { limit });
        return await trash.purge(
          owner,
          items.map(({ id }) => id),
        );
      },
    })),
  'entries of every other kind are bounded by their number, each kind on its own': inTrash((trash) => ({
    purgeExcess: (owner, bounds, limit) =>
      trash.purgeExcess(owner, { ...bounds, others: bounds.images }, limit),
  })),
  'many that purge the excess at once purge it alone, and what is restored meanwhile is whole or gone':
    inTrash((trash) => ({
      purgeExcess: async (owner, { images }, limit) => {
        const { items } = await trash.list(owner, {}, { limit: 99 });
        await later();
        const excess = items.slice(images).map(({ id }) => id);
        return Math.min(excess.length, limit, (await trash.purge(owner, excess.slice(0, limit))) + 1);
      },
    })),

  'an image comes back as it was, with its addresses, tags, places in albums and as their cover': inCatalog(
    (catalog, { albums }) => ({
      restore: async (owner, id, restoring) => {
        const restored = await catalog.restore(owner, id, restoring);
        for (const { album } of (await albums.list(owner, { limit: 9 })).items)
          await albums.update(album, { coverId: null, now: 0 });
        return restored;
      },
    }),
  ),
  'an album comes back as it was, with its images; those that are restored later come back to it': inAlbums(
    (albums) => ({
      restore: async (key) => {
        await albums.restore(key);
        const { items } = await albums.images(key, { limit: 1 });
        await albums.take(
          key,
          items.map(({ id }) => id),
          0,
        );
      },
    }),
  ),
  'an image and its album that are restored at once are together again': inAlbums((albums) => ({
    restore: async (key) => {
      await albums.restore(key);
      const { items } = await albums.images(key, { limit: 9 });
      await albums.take(
        key,
        items.map(({ id }) => id),
        0,
      );
    },
  })),
  'of many that restore something at once one does, and one event tells of it': inCatalog((catalog) => ({
    restore: async (owner, id, restoring) => {
      const image = await catalog.getRemoved(owner, id);
      await catalog.restore(owner, id, restoring).catch(() => undefined);
      return image;
    },
  })),
  'the quota is not passed by restoring, however many at once, and the others stay in the trash': inCatalog(
    (catalog) => ({
      restore: async (owner, id, restoring) => {
        await catalog.setQuota(owner, undefined);
        return await catalog.restore(owner, id, restoring);
      },
    }),
  ),
  'bytes count in the quota until they are gone for good, or from when they are restored, by the disposal':
    inCatalog((catalog) => ({
      removeAll: (owner, ids, disposal) =>
        catalog.removeAll(owner, ids, disposal && { ...disposal, countsBytes: true }),
    })),
  'an address that was taken meanwhile is AddressTaken; with another name the image comes back, later updated':
    inCatalog((catalog) => ({
      restore: async (owner, id, restoring) =>
        await catalog.restore(owner, id, { fileName: 'other.jpg', ...restoring }),
    })),
  'nobody restores, finds or purges what another owner deleted, or what is of another kind': inTrash(
    (trash) => ({ find: (_, ids) => trash.find('alice', ids) }),
  ),
};

describe('the contract of the trash', () =>
  verifyFails({ contract: trashContract, subject: { open, reopen: open }, saboteurs, it }));
