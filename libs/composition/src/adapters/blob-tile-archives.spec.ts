import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsBlobStore } from '@cairn/adapter-fs';
import { MemoryBlobStore, SequenceIdGenerator } from '@cairn/adapter-memory';
import type { BlobStore } from '@cairn/images/spi';
import { ArchiveNotFound } from '@cairn/spaces';
import type { TileArchive, TileArchives } from '@cairn/spaces/spi';
import { sabotaged, tileArchivesContract, verify, verifyFails, type Saboteurs } from '@cairn/testkit';
import { afterEach, describe, it } from '@jest/globals';
import { BlobTileArchives } from './blob-tile-archives.js';

const clock = { now: () => Date.now() };
const over = (blobs: BlobStore): TileArchives =>
  new BlobTileArchives({ blobs, clock, ids: new SequenceIdGenerator() });

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('BlobTileArchives on a disk', () => {
  const places = new Map<TileArchives, string>();
  const openIn = async (directory: string): Promise<TileArchives> => {
    const archives = over(await FsBlobStore.open({ directory }));
    places.set(archives, directory);
    return archives;
  };
  verify({
    contract: tileArchivesContract,
    subject: {
      open: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'cairn-archives-'));
        folders.push(folder);
        return await openIn(folder);
      },
      reopen: async (archives) => await openIn(places.get(archives) ?? ''),
    },
    it,
  });
});

const inMemory = async (): Promise<TileArchives> => over(new MemoryBlobStore(clock));

describe('BlobTileArchives in memory', () =>
  verify({
    contract: tileArchivesContract,
    subject: { open: inMemory, reopen: inMemory },
    it,
    waivers: { 'what was added is there after a restart': 'memory is not durable' },
  }));

const saboteurs: Saboteurs<TileArchives, typeof tileArchivesContract> = {
  'an archive holds the tiles that it was made of, each different one once': (archives) =>
    sabotaged(archives, {
      add: (of, { tiles, ...rest }) => archives.add(of, { ...rest, tiles: withoutFirst(tiles) }),
    }),

  'any range of an archive is read': (archives) =>
    sabotaged(archives, { read: (archive, { end }) => archives.read(archive, { start: 0, end }) }),

  'an archive takes the place of the one before, and says of which version it is': (archives) => {
    let first: Promise<TileArchive> | undefined;
    return sabotaged(archives, { add: (of, tiles) => (first ??= archives.add(of, tiles)) });
  },

  'tiles that break off leave the archive that was there': (archives) =>
    sabotaged(archives, {
      add: async (of, tiles) => {
        await archives.remove(of.spaceId, Infinity);
        return await archives.add(of, tiles);
      },
    }),

  'every space has its own archive, also one that is created later under the same id': (archives) =>
    sabotaged(archives, {
      add: (of, tiles) => archives.add({ ...of, createdAt: 1 }, tiles),
      find: (of) => archives.find({ ...of, createdAt: 1 }),
    }),

  'what was stored until a time is removed, of one space, and what came later is not': (archives) =>
    sabotaged(archives, { remove: (spaceId) => archives.remove(spaceId, Infinity) }),

  'an archive that is packed is the one that would be added, and is not kept': (archives) =>
    sabotaged(archives, { pack: (tiles, content) => archives.pack(withoutFirst(tiles), content) }),

  'what was added is there after a restart': (archives) =>
    sabotaged(archives, {
      add: async (of, tiles) => {
        const archive = await archives.add(of, tiles);
        await archives.remove(of.spaceId, archive.storedAt);
        return archive;
      },
      read: async ({ spaceId }) => {
        throw new ArchiveNotFound(spaceId);
      },
    }),
};

async function* withoutFirst<T>(items: AsyncIterable<T>): AsyncGenerator<T, void> {
  let isFirst = true;
  for await (const item of items) {
    if (!isFirst) yield item;
    isFirst = false;
  }
}

describe('the contract of archives of tiles', () =>
  verifyFails({
    contract: tileArchivesContract,
    subject: { open: inMemory, reopen: inMemory },
    saboteurs,
    it,
  }));
