import { describe, it } from '@jest/globals';
import { ByteQuotaExceeded } from '@cairn/images';
import type { ByteQuotaRepository } from '@cairn/images/spi';
import {
  imageByteRules as contract,
  later,
  sabotaged,
  verifyFails,
  type ImageCatalogPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { openImageCatalog as open } from './image-catalog.spec.kit.js';

type Break = (ports: ImageCatalogPorts) => ImageCatalogPorts;

const inQuotas =
  (replacements: (quotas: ByteQuotaRepository) => Partial<ByteQuotaRepository>): Break =>
  (ports) => ({ ...ports, byteQuotas: sabotaged(ports.byteQuotas, replacements(ports.byteQuotas)) });

const neverRefuses = inQuotas((quotas) => ({
  reserve: (reservation) => quotas.reserve(reservation, { now: 0 }),
}));

const saboteurs: Saboteurs<ImageCatalogPorts, typeof contract> = {
  'an upload is counted with the bytes that are stored, and holds no room any more': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, {
      add: (image, quota, { reservation: _, ...bytes } = { now: 0 }) =>
        ports.catalog.add(image, quota, bytes),
    }),
  }),
  'an upload of which no byte fits is refused before one is read': neverRefuses,
  'an upload ends with the first bytes that do not fit, and leaves nothing': neverRefuses,
  'an upload fits that is told to be at most larger than it is': inQuotas((quotas) => {
    let refused = false;
    return {
      reserve: async (reservation, terms) => {
        if (refused) throw new ByteQuotaExceeded(0, 0);
        await quotas.reserve(reservation, terms).catch((error: unknown) => {
          refused = true;
          throw error;
        });
      },
    };
  }),
  'the room of an upload is held from the beginning until it is given up': inQuotas(() => ({
    reserve: async () => {},
  })),
  'an upload that fails gives its room back': inQuotas(() => ({ release: async () => {} })),
  'uploads at once fill the quota to the byte, and those that do not fit leave nothing': checksThenInserts,
};

describe('the contract of bytes of uploads', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function checksThenInserts(ports: ImageCatalogPorts): ImageCatalogPorts {
  const { byteQuotas, catalog } = ports;
  return {
    ...ports,
    byteQuotas: sabotaged(byteQuotas, {
      reserve: async (reservation, terms) => {
        const { used, reserved } = await byteQuotas.usage(reservation.owner, terms.now);
        await later();
        const { defaultQuota = Infinity } = terms;
        if (used + reserved + reservation.sizeInBytes > defaultQuota)
          throw new ByteQuotaExceeded(used + reserved, defaultQuota);
        await byteQuotas.reserve(reservation, { now: 0 });
      },
    }),
    catalog: sabotaged(catalog, {
      add: async (image, quota, { reservation } = { now: 0 }) =>
        await catalog.add(image, quota, { reservation, now: 0 }),
    }),
  };
}
