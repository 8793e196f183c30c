import { describe, it } from '@jest/globals';
import { addressOf } from '@cairn/images';
import type { BlobArea, BlobStore, CatalogRepository, ImageProcessor } from '@cairn/images/spi';
import {
  aWholeFile,
  imageByteRules,
  imageCatalogContract,
  imageMovingInRules,
  imageRemarkRules,
  sabotaged,
  sabotagedArea,
  verifyFails,
  type ImageCatalogPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { openImageCatalog as open } from './image-catalog.spec.kit.js';

type Break = (ports: ImageCatalogPorts) => ImageCatalogPorts;

const inOtherFiles = { ...imageByteRules, ...imageMovingInRules, ...imageRemarkRules };
const contract = Object.fromEntries(
  Object.entries(imageCatalogContract).filter(([name]) => !(name in inOtherFiles)),
) as Omit<typeof imageCatalogContract, keyof typeof inOtherFiles>;

const saboteurs: Saboteurs<ImageCatalogPorts, typeof contract> = {
  'an uploaded image is read, listed, counted and served with its very bytes': inOriginals((area) => ({
    get: (key) => area.get(key),
  })),
  'an unlisted or private upload gets an address that nobody guesses, and takes no other': inCatalog(
    (catalog) => ({
      add: (image, quota) => catalog.add({ ...image, visibility: 'public' }, quota),
    }),
  ),
  'a private file is there for its owner alone, from the change to the next, and for others like none':
    inCatalog((catalog) => ({
      findFile: async (address) => {
        const file = await catalog.findFile(address);
        return file && { ...file, visibility: 'public' };
      },
    })),
  'an upload that says nothing gets what is the default of the nearest folder': (ports) => ({
    ...ports,
    folderDefaults: sabotaged(ports.folderDefaults, {
      findNearest: async (owner) => (await ports.folderDefaults.list(owner))[0],
    }),
  }),
  'an upload of an unknown visibility is refused': inCatalog(() => ({
    usage: async () => ({ imageCount: 1 }),
  })),
  'another visibility leaves the address; another name of what is not public cannot be guessed': inCatalog(
    (catalog) => ({
      update: (owner, id, { visibility: _, ...others }) => catalog.update(owner, id, others),
    }),
  ),
  'path and tags may be left out': inCatalog((catalog) => ({
    findFile: (address) => catalog.findFile(`/${address}`),
  })),
  'the bytes decide the type and the extension, not the name': inProcessor((processor) => ({
    examine: async (source, admit, holder) => ({
      ...(await processor.examine(source, admit, holder)),
      contentType: 'image/jpeg',
    }),
  })),
  'a taken name gets a suffix, whoever took it, and every address keeps its bytes': inCatalog((catalog) => ({
    add: async (image, quota) => {
      const other = await catalog.findFile(addressOf(image));
      await catalog.add(other === undefined ? image : { ...image, path: image.id }, quota);
    },
  })),
  'an address is never given to other bytes or another owner, even when its image is gone': inCatalog(
    (catalog) => ({ add: (image, quota) => catalog.add({ ...image, path: image.id }, quota) }),
  ),
  'metadata is cut out of what is served, and what it told is known to the owner': inCatalog((catalog) => ({
    add: async (image, quota) => {
      const { position, ...description } = image.description ?? { uploadSha256: '', removed: [] };
      await catalog.add({ ...image, description }, quota);
    },
  })),
  'a file whose metadata is hidden is stored whole, and served as if it had been cut, in every part':
    inCatalog((catalog) => ({
      findFile: async (address) => {
        const found = await catalog.findFile(address);
        if (found?.whole === undefined) return found;
        // The end is cut off instead of the metadata.
        const edits = [{ start: found.sizeInBytes, end: found.whole.sizeInBytes, bytes: '' }];
        return { ...found, whole: { ...found.whole, edits } };
      },
    })),
  'a file without metadata is stored as it is, hidden or not': inCatalog((catalog) => ({
    add: async (image, quota) => {
      await catalog.add({ ...image, file: { ...image.file, whole: aWholeFile() } }, quota);
    },
  })),
  'an orientation is kept where metadata is cut out': inProcessor((processor) => ({
    examine: async (source, admit, holder) => ({
      ...(await processor.examine(source, admit, holder)),
      orientation: 1,
    }),
  })),
  'an upload keeps its metadata when it says so, or when neither it nor its folder says and the rules do':
    inCatalog((catalog) => ({
      add: (image, quota) => catalog.add({ ...image, description: undefined }, quota),
      get: (owner, id) => catalog.get(owner, id),
    })),
  'a photo that is deleted and uploaded again has its old address': inCatalog(() => ({
    freedAddresses: async () => [],
  })),
  'deleted bytes get their old address when their owner uploads them to the same place again': inCatalog(
    () => ({ freedAddresses: async () => [] }),
  ),
  'a deleted image is gone for everyone at once, its bytes too, and its place is free': inOriginals(() => ({
    delete: async () => {},
  })),
  'another owner’s image is treated like one that never existed': inCatalog((catalog) => ({
    remove: (_owner, id) => catalog.remove('alice', id),
  })),
  'images are listed by tag newest first, however the tag is written': inCatalog((catalog) => ({
    listByTag: (owner, tag, page) => catalog.listByTag(owner, tag.normalize('NFD'), page),
  })),
  'a quota is the default one until the owner has their own': inCatalog((catalog) => ({
    setQuota: (owner, quota) => catalog.setQuota(owner, quota ?? 10_000),
  })),
  'a file deleted between its opening and its reading is FileNotFound, lost bytes are not': inCatalog(
    (catalog) => {
      const found = new Map<string, Awaited<ReturnType<CatalogRepository['findFile']>>>();
      return {
        findFile: async (address) => {
          const file = found.get(address) ?? (await catalog.findFile(address));
          found.set(address, file);
          return file;
        },
      };
    },
  ),
  'acknowledged changes are there after a restart': (ports) => ports,

  'a received upload tells what it is, is in no catalog, and leaves nothing when it is given up':
    inBlobs(neverDiscards),
  'a received upload is admitted once, with the first details that are right': inBlobs((blobs) => ({
    stage: async (bytes, limit) => {
      const staged = await blobs.stage(bytes, limit);
      const commit: typeof staged.commit = async (blob) =>
        (await blobs.stage(staged.read(), limit)).commit(blob);
      return sabotaged(staged, { commit });
    },
  })),
  'a quota that fills up after an upload was received refuses it, and nothing is left': inOriginals(() => ({
    delete: async () => {},
  })),
  'an upload tells who added it, unless it was the account; nobody adds without a form that is known':
    inCatalog((catalog) => ({
      add: ({ addedBy, ...image }, quota) => catalog.add(image, quota),
    })),

  'a bad path and bad tags are reported together, and nothing is left': inBlobs(neverDiscards),
  'details that cannot be had fail the upload as they failed, and nothing is left': inBlobs(neverDiscards),
  'bytes that break off fail the upload as they failed, and nothing is left': inBlobs((blobs) => ({
    stage: (bytes, limit) => blobs.stage(untilItFails(bytes), limit),
  })),
  'a file past the limit is FileTooLarge, is read no further, and nothing is left': inBlobs((blobs) => ({
    stage: (bytes, limit) => blobs.stage(bytes, limit + 1),
  })),
  'what is no image of an accepted type, or a damaged one, is refused, and nothing is left':
    inBlobs(neverDiscards),
  'too many pixels, frames counted, are TooManyPixels, and nothing is left': inProcessor((processor) => ({
    examine: (source, admit, holder) =>
      processor.examine(source, (format) => admit({ ...format, frames: 1 }), holder),
  })),
  'a reached quota refuses an upload before any byte is read': inCatalog(() => ({
    usage: async () => ({ imageCount: 0 }),
  })),
  'a catalog without room refuses an upload as StorageFull, and nothing is left': inOriginals(() => ({
    delete: async () => {},
  })),
  'of 50 uploads at once with room for 10 exactly 10 are stored, bytes and all': inOriginals(() => ({
    delete: async () => {},
  })),

  'a sweep quarantines old blobs that no image needs, and no others': inCatalog(() => ({
    listBlobs: async () => [],
    needsBlob: async () => false,
  })),
  'a sweep deletes what was in quarantine for long enough and nobody needs, and nothing else': inCatalog(
    () => ({ needsBlob: async () => false }),
  ),
  'a sweep puts a quarantined blob back in service when an image needs it': inBlobs((blobs) => ({
    move: async (key, areas) => areas.to === 'quarantine' && (await blobs.move(key, areas)),
  })),
  'a sweep that finds implausibly many orphans removes nothing': inOriginals((area) => ({
    list: async (limit, after) => (await area.list(limit, after)).filter(({ key }) => key !== 'oneMore'),
  })),
  'many orphans are removed if a person confirms them': inOriginals((area) => ({
    list: async (limit, after) => (after === undefined ? await area.list(limit, after) : []).slice(1),
  })),
  'a sweep that is aborted ends before its next step': inBlobs((blobs) => ({
    move: async (_key, areas) => {
      for (const { key } of await blobs.area('originals').list(Infinity, undefined))
        await blobs.move(key, areas);
      return true;
    },
  })),
  'a sweep discards old uploads that were never finished, and no others': inBlobs((blobs) => ({
    discardStagedBefore: () => blobs.discardStagedBefore(Infinity),
  })),
  'a sweep looks for orphans among originals alone, and discards old parts of uploads': inBlobs((blobs) => ({
    area: (name) => blobs.area(name === 'originals' ? 'derivatives' : name),
  })),
  'a sweep reports images whose bytes are gone and changes nothing about them': inOriginals(() => ({
    find: async (key) => ({ key, storedAt: 0, sizeInBytes: 0 }),
  })),
  'a sweep checks the current state, not an outdated listing': inCatalog(() => ({
    needsBlob: async () => false,
  })),
  'uploads and deletes in progress are left alone by a sweep, and are no loss to it': inOriginals((area) => ({
    list: async (limit, after) => (await area.list(limit, after)).map((blob) => ({ ...blob, storedAt: 0 })),
  })),
};

describe('the contract of the image catalog', () =>
  verifyFails({ contract, subject: { open, reopen: open }, saboteurs, it }));

function inCatalog(replacements: (catalog: CatalogRepository) => Partial<CatalogRepository>): Break {
  return (ports) => ({ ...ports, catalog: sabotaged(ports.catalog, replacements(ports.catalog)) });
}

function inBlobs(replacements: (blobs: BlobStore) => Partial<BlobStore>): Break {
  return (ports) => ({ ...ports, blobs: sabotaged(ports.blobs, replacements(ports.blobs)) });
}

function inOriginals(replacements: (area: BlobArea) => Partial<BlobArea>): Break {
  return (ports) => ({ ...ports, blobs: sabotagedArea(ports.blobs, 'originals', replacements) });
}

function inProcessor(replacements: (processor: ImageProcessor) => Partial<ImageProcessor>): Break {
  return (ports) => ({ ...ports, processor: sabotaged(ports.processor, replacements(ports.processor)) });
}

function neverDiscards(blobs: BlobStore): Partial<BlobStore> {
  return {
    stage: async (bytes, limit) => sabotaged(await blobs.stage(bytes, limit), { discard: async () => {} }),
  };
}

async function* untilItFails(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch {
    // Treated as the end of the list.
  }
}
