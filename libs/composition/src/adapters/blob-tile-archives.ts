import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { ArchiveEntries, archiveHead, type ArchiveContent } from '@cairn/geometry';
import { BlobNotFound } from '@cairn/images';
import { BlobStore, type BlobArea, type StoredBlob } from '@cairn/images/spi';
import { BASE62, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { ArchiveNotFound, type ArchiveRange } from '@cairn/spaces';
import type {
  ArchivedContent,
  ArchivedTiles,
  NumberedTile,
  PackedArchive,
  TileArchive,
  TileArchives,
} from '@cairn/spaces/spi';

const gzip: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(gzipWithCallback);

const CONTENT_TYPE = 'application/vnd.pmtiles';
const PAGE = 100;
const [SPACE_LENGTH, NUMBER_LENGTH, RANDOM_LENGTH] = [22, 9, 4];

/**
 * What the key of an archive has after the prefix of its space. The time comes before the version, so that the last key
 * of a space in order is the newest archive.
 */
type Name = Pick<TileArchive, 'createdAt' | 'storedAt' | 'version'>;

/** Stores archives of tiles as blobs. All facts about an archive are in its key, so no database has them. */
export class BlobTileArchives implements TileArchives {
  static readonly ports = { blobs: BlobStore, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof BlobTileArchives.ports>) {}

  async add(of: ArchivedContent, { tiles, ...content }: ArchivedTiles): Promise<TileArchive> {
    const { blobs, clock, ids } = this.ports;
    const entries = new ArchiveEntries();
    const data = await blobs.stage(compressed(tiles, entries), Infinity, () => 'read');
    try {
      const head = await archiveHead(entries, content, gzip);
      const whole = await blobs.stage(joined(head, data.read()), Infinity);
      const storedAt = clock.now();
      const key = prefixOf(of.spaceId) + textOf({ ...of, storedAt }) + ids.next(RANDOM_LENGTH);
      try {
        await whole.commit({ area: 'archives', key, contentType: CONTENT_TYPE });
      } finally {
        await whole.discard();
      }
      for (const { key: other } of await this.keysOf(of.spaceId))
        if (other < key) await this.area.delete(other);
      return { ...of, sizeInBytes: whole.sizeInBytes, storedAt, key };
    } finally {
      await data.discard();
    }
  }

  async pack(tiles: AsyncIterable<NumberedTile>, content: () => ArchiveContent): Promise<PackedArchive> {
    const entries = new ArchiveEntries();
    const data = await this.ports.blobs.stage(compressed(tiles, entries), Infinity, () => 'read');
    try {
      const head = await archiveHead(entries, content(), gzip);
      return {
        sizeInBytes: head.reduce((sum, { length }) => sum + length, data.sizeInBytes),
        read: () => joined(head, data.read()),
        discard: async () => await data.discard(),
      };
    } catch (error) {
      await data.discard();
      throw error;
    }
  }

  async find({ spaceId, createdAt }: Omit<ArchivedContent, 'version'>): Promise<TileArchive | undefined> {
    const stored = (await this.keysOf(spaceId)).map(({ key, sizeInBytes }) => ({
      spaceId,
      ...nameIn(key),
      sizeInBytes,
      key,
    }));
    return stored.findLast((archive) => archive.createdAt === createdAt);
  }

  async read({ spaceId, key }: TileArchive, range: ArchiveRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.area.get(key, range);
    } catch (error) {
      throw error instanceof BlobNotFound ? new ArchiveNotFound(spaceId) : error;
    }
  }

  async remove(spaceId: string, until: number): Promise<void> {
    for (const { key } of await this.keysOf(spaceId))
      if (nameIn(key).storedAt <= until) await this.area.delete(key);
  }

  private get area(): BlobArea {
    return this.ports.blobs.area('archives');
  }

  /** The blobs of all archives of a space, by ascending time. */
  private async keysOf(spaceId: string): Promise<readonly StoredBlob[]> {
    const prefix = prefixOf(spaceId);
    const found: StoredBlob[] = [];
    for (let after = prefix; ;) {
      const page = (await this.area.list(PAGE, after)).filter(({ key }) => key.startsWith(prefix));
      found.push(...page);
      if (page.length < PAGE) return found;
      after = page.at(-1)?.key ?? after;
    }
  }
}

/** The data of an archive: each tile that differs from all earlier ones, compressed. */
async function* compressed(
  tiles: AsyncIterable<NumberedTile>,
  entries: ArchiveEntries,
): AsyncGenerator<Uint8Array, void> {
  for await (const { number, bytes } of tiles) {
    const zipped = await gzip(bytes);
    if (entries.add(number, zipped)) yield zipped;
  }
}

async function* joined(
  head: Iterable<Uint8Array>,
  data: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* head;
  yield* data;
}

/** The part of a key that identifies the space, for an id of any characters. */
function prefixOf(spaceId: string): string {
  const digest = createHash('sha256').update(spaceId).digest();
  let text = '';
  for (const byte of digest.subarray(0, SPACE_LENGTH)) text += BASE62.charAt(byte % BASE62.length);
  return text;
}

function textOf({ createdAt, storedAt, version }: Name): string {
  return [createdAt, storedAt, version].map(digitsOf).join('');
}

function nameIn(key: string): Name {
  const [createdAt = 0, storedAt = 0, version = 0] = [0, 1, 2].map((index) => {
    const start = SPACE_LENGTH + index * NUMBER_LENGTH;
    return numberIn(key.slice(start, start + NUMBER_LENGTH));
  });
  return { createdAt, storedAt, version };
}

/** Digits in base62 whose text order is the order of the numbers. */
function digitsOf(number: number): string {
  let text = '';
  for (let left = number; text.length < NUMBER_LENGTH; left = Math.floor(left / BASE62.length))
    text = BASE62.charAt(left % BASE62.length) + text;
  return text;
}

function numberIn(digits: string): number {
  return [...digits].reduce((number, digit) => number * BASE62.length + BASE62.indexOf(digit), 0);
}
