import type { ServedFile } from '@cairn/images';
import { LRUCache } from 'lru-cache';

/** Files up to this size are kept; larger ones cost the store little beside what they cost the network. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * The bytes of files that are read often, in memory. A blob key means the same bytes for ever and whether a file is
 * served is asked of the catalog each time, so nothing here is ever out of date.
 */
export class HotFiles {
  private readonly cache: LRUCache<string, Buffer, ServedFile> | undefined;

  /** Keeps `capacityInBytes` at most, least recently read first to go; 0 keeps nothing. */
  constructor(capacityInBytes: number) {
    if (capacityInBytes === 0) return;
    this.cache = new LRUCache({
      maxSize: capacityInBytes,
      maxEntrySize: MAX_FILE_BYTES,
      sizeCalculation: ({ length }) => length,
      // Of requests that come at once for one file, one reads it.
      ignoreFetchAbort: true, // what was read is given also where it had to make room meanwhile
      fetchMethod: async (_key, _stale, { context }) => readAll(context),
    });
  }

  /**
   * All bytes of a file, or `undefined` for one that is too large to be kept.
   * @throws {FileNotFound} when the image was deleted meanwhile.
   */
  async read(served: ServedFile): Promise<Buffer | undefined> {
    const { blobKey, sizeInBytes } = served.file;
    if (this.cache === undefined || sizeInBytes > MAX_FILE_BYTES) return undefined;
    return this.cache.get(blobKey) ?? (await this.cache.fetch(blobKey, { context: served }));
  }
}

/** @throws {Error} when the store has fewer or more bytes than the catalog says. */
async function readAll(served: ServedFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await served.read()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const { blobKey, sizeInBytes } = served.file;
  if (bytes.length !== sizeInBytes)
    throw new Error(`The blob ${blobKey} has ${bytes.length} bytes instead of ${sizeInBytes}.`);
  return bytes;
}
