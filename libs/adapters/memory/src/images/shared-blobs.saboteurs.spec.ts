import { describe, it } from '@jest/globals';
import type { ByteQuotaRepository, CatalogRepository } from '@cairn/images/spi';
import {
  later,
  sabotaged,
  sharedBlobsContract as contract,
  verify,
  verifyFails,
  type Saboteurs,
  type SharedBlobPorts,
} from '@cairn/testkit';
import { MemoryTrash } from '../trash/memory-trash.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const open = async (): Promise<SharedBlobPorts> => {
  const trash = new MemoryTrash({});
  const catalog = new MemoryCatalogRepository(undefined, trash);
  return { catalog, byteQuotas: catalog.byteQuotas, trash };
};
const subject = { open, reopen: open };

type Break = (ports: SharedBlobPorts) => SharedBlobPorts;

const inCatalog =
  (replace: (catalog: CatalogRepository) => Partial<CatalogRepository>): Break =>
  (ports) => ({ ...ports, catalog: sabotaged(ports.catalog, replace(ports.catalog)) });
const inQuotas =
  (replace: (quotas: ByteQuotaRepository, ports: SharedBlobPorts) => Partial<ByteQuotaRepository>): Break =>
  (ports) => ({ ...ports, byteQuotas: sabotaged(ports.byteQuotas, replace(ports.byteQuotas, ports)) });

/** Counts the bytes of every image. */
const countingEach = inQuotas((quotas, { catalog }) => ({
  usage: async (owner, now) => {
    const { items } = await catalog.listByTag(owner, 'sea', { limit: 99 });
    const used = items.reduce((sum, { file }) => sum + file.sizeInBytes, 0);
    return { ...(await quotas.usage(owner, now)), used };
  },
}));

const saboteurs: Saboteurs<SharedBlobPorts, typeof contract> = {
  'a copy is an image like any other, with the blob of the first': inCatalog((catalog) => ({
    addCopy: (image, { defaultQuota }) =>
      catalog.add({ ...image, file: { ...image.file, blobKey: `=${image.id}` } }, defaultQuota),
  })),
  'a copy counts as an image, and its bytes once': countingEach,
  'a copy is of an image that its owner has, with this blob': inCatalog((catalog) => ({
    addCopy: (image, { defaultQuota }) => catalog.add(image, defaultQuota),
  })),
  'an address that is taken is AddressTaken for a copy too, which then is not there': inCatalog(
    (catalog) => ({
      addCopy: (image, terms) => catalog.addCopy({ ...image, fileName: `x${image.fileName}` }, terms),
    }),
  ),
  'a blob is listed once, by ascending key, page by page': inCatalog((catalog) => ({
    listBlobs: async (limit, after) =>
      (await catalog.listBlobs(limit, after)).flatMap((reference) => [reference, reference]),
  })),
  'the blob is needed and counted until the last image with it is removed, in any order': (ports) => {
    const gone = new Set<string>();
    return inCatalog((catalog) => ({
      remove: async (owner, id) => {
        const image = await catalog.remove(owner, id);
        gone.add(image.file.blobKey);
        return image;
      },
      needsBlob: async (key) => !gone.has(key) && (await catalog.needsBlob(key)),
    }))(ports);
  },
  'images of one blob go to the trash and come back, each for itself': countingEach,
  'bytes of a copy in the trash are counted while another image has them, whatever the trash counts':
    inQuotas((quotas, { trash }) => ({
      usage: async (owner, now) => {
        const { items } = await trash.list(owner, {}, { limit: 1 });
        const usage = await quotas.usage(owner, now);
        return { ...usage, used: items.length > 0 ? 0 : usage.used };
      },
    })),
  'a copy that is made while the last image with its blob is removed has its blob, or is refused': inCatalog(
    (catalog) => ({
      addCopy: async (image, { of, defaultQuota }) => {
        await catalog.get(image.owner, of);
        await later();
        await catalog.add(image, defaultQuota);
      },
    }),
  ),
  'the bytes are counted once whatever happens to their images at once': countingEach,
};

describe('the contract of shared blobs', () => {
  verify({ contract, subject, it });
  verifyFails({ contract, subject, saboteurs, it });
});
