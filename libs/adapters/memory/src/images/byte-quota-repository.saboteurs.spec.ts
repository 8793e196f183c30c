import { describe, it } from '@jest/globals';
import { ByteQuotaExceeded, QuotaExceeded } from '@cairn/images';
import type { ByteQuotaRepository, CatalogRepository } from '@cairn/images/spi';
import {
  byteQuotaRepositoryContract as contract,
  later,
  sabotaged,
  verifyFails,
  type ByteQuotaPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<ByteQuotaPorts> => {
  const catalog = new MemoryCatalogRepository();
  return { catalog, byteQuotas: catalog.byteQuotas };
};

const withQuotas = (
  { byteQuotas, catalog }: ByteQuotaPorts,
  replacements: Partial<ByteQuotaRepository>,
): ByteQuotaPorts => ({ catalog, byteQuotas: sabotaged(byteQuotas, replacements) });

const withCatalog = (
  { byteQuotas, catalog }: ByteQuotaPorts,
  replacements: Partial<CatalogRepository>,
): ByteQuotaPorts => ({ byteQuotas, catalog: sabotaged(catalog, replacements) });

/** Counts the bytes that pass `add`, and never those that go. */
function countingAdds(ports: ByteQuotaPorts): ByteQuotaPorts {
  let used = 0;
  const catalog = sabotaged(ports.catalog, {
    add: async (image, quota, bytes) => {
      await ports.catalog.add(image, quota, bytes);
      if (image.owner === 'alice') used += image.file.sizeInBytes;
    },
  });
  const byteQuotas = sabotaged(ports.byteQuotas, {
    usage: async (owner, now) => ({ ...(await ports.byteQuotas.usage(owner, now)), used }),
  });
  return { catalog, byteQuotas };
}

const saboteurs: Saboteurs<ByteQuotaPorts, typeof contract> = {
  'an unknown owner uses nothing and has no quota of their own': (ports) =>
    withQuotas(ports, { usage: (_owner, now) => ports.byteQuotas.usage('alice', now) }),
  'what is used is the bytes of the owner’s images, from the add to the remove': countingAdds,
  'what is stored of a file counts, where that is more than what is served': (ports) =>
    withCatalog(ports, {
      add: async (image, quota, bytes) => {
        const { whole: _, ...file } = image.file;
        await ports.catalog.add({ ...image, file }, quota, bytes);
      },
    }),
  'add past the quota is ByteQuotaExceeded with both figures, and counts nothing': (ports) =>
    withCatalog(ports, { add: (image, quota) => ports.catalog.add(image, quota) }),
  'an owner’s own quota goes before the default, and applies without one, until it is taken away': (ports) =>
    withCatalog(ports, {
      add: (image, quota, bytes) =>
        bytes === undefined
          ? ports.catalog.add({ ...image, file: { ...image.file, sizeInBytes: 0 } }, quota)
          : ports.catalog.add(image, quota, bytes),
    }),
  'a quota is each owner’s own, from 0 to the largest safe integer': (ports) =>
    withQuotas(ports, {
      setQuota: (owner, quota) => ports.byteQuotas.setQuota(owner.toLowerCase(), quota),
    }),
  'a reservation takes room from adds and from other reservations until it is released': (ports) =>
    withCatalog(ports, {
      add: (image, quota, bytes) => ports.catalog.add(image, quota, { ...bytes, now: Infinity }),
    }),
  'an image takes the place of its reservation, whatever its size': (ports) =>
    withCatalog(ports, {
      add: async (image, quota, { reservation, ...bytes } = { now: 0 }) => {
        if (reservation !== undefined)
          await ports.byteQuotas.release({ owner: image.owner, id: reservation });
        await ports.catalog.add(image, quota, bytes);
      },
    }),
  'an image that is refused leaves its reservation': (ports) =>
    withCatalog(ports, {
      add: async (image, quota, bytes) => {
        await ports.catalog.add(image, quota, bytes).catch(async (error: unknown) => {
          if (error instanceof QuotaExceeded && bytes?.reservation !== undefined)
            await ports.byteQuotas.release({ owner: image.owner, id: bytes.reservation });
          throw error;
        });
      },
    }),
  'a reservation is replaced under its id, and stays as it was if that does not fit': (ports) =>
    withQuotas(ports, {
      reserve: async (reservation, terms) => {
        await ports.byteQuotas.reserve(reservation, terms).catch(async (error: unknown) => {
          if (error instanceof ByteQuotaExceeded) await ports.byteQuotas.release(reservation);
          throw error;
        });
      },
    }),
  'a reservation that has expired takes no room': (ports) =>
    withCatalog(ports, {
      add: (image, quota, bytes) => ports.catalog.add(image, quota, { ...bytes, now: 0 }),
    }),
  'at the edge as much is stored as fits, by adds and by reservations at once': checksThenInserts,
  'after concurrent adds and removes the bytes are exact': countingAdds,
  'bytes, quotas and reservations are there after a restart': (ports) => ports,
};

describe('the contract of quotas in bytes', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function checksThenInserts({ byteQuotas, catalog }: ByteQuotaPorts): ByteQuotaPorts {
  return {
    byteQuotas,
    catalog: sabotaged(catalog, {
      add: async (image, quota, { defaultQuota = Infinity, now } = { now: 0 }) => {
        const { used, reserved } = await byteQuotas.usage(image.owner, now);
        await later();
        const taken = used + reserved;
        if (taken + image.file.sizeInBytes > defaultQuota) throw new ByteQuotaExceeded(taken, defaultQuota);
        await catalog.add(image, quota);
      },
    }),
  };
}
