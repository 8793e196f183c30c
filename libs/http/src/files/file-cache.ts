import type { MemoryShare } from '@cairn/kernel';
import { LRUCache } from 'lru-cache';

/** Larger files are not cached: for them the network costs more than reading from the store. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Bytes under a key that is never reused. */
export interface CachedFile {
  readonly key: string;
  readonly sizeInBytes: number;
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * An in-memory LRU cache of file contents. It is never stale: the bytes of a blob key never change, and every request
 * asks the catalog whether the file exists.
 */
export class FileCache {
  private readonly cache: LRUCache<string, Buffer, CachedFile> | undefined;

  /** Caches at most `capacityInBytes`; 0 disables the cache. */
  constructor(private readonly capacityInBytes: number) {
    if (capacityInBytes === 0) return;
    this.cache = new LRUCache({
      maxSize: capacityInBytes,
      maxEntrySize: MAX_FILE_BYTES,
      sizeCalculation: ({ length }) => length,
      // `fetchMethod` reads a file once for all concurrent requests.
      ignoreFetchAbort: true, // A file evicted while it is read is still returned.
      fetchMethod: async (_key, _stale, { context }) => collectFaults(context),
    });
  }

  get memory(): MemoryShare {
    return { used: this.cache?.calculatedSize ?? 0, limit: this.capacityInBytes };
  }

  /** The content under a key, if it is cached. */
  find(key: string): Buffer | undefined {
    return this.cache?.get(key);
  }

  /**
   * Returns the content of a file, or `undefined` if it is too large to be cached.
   * @throws {FileNotFound} if the image was deleted in the meantime.
   */
  async read(file: CachedFile): Promise<Buffer | undefined> {
    const { key, sizeInBytes } = file;
    if (this.cache === undefined || sizeInBytes > MAX_FILE_BYTES) return undefined;
    return await this.cache.fetch(key, { context: file });
  }
}

/** @throws {Error} if the size of the blob differs from the catalog. */
async function collectFaults(file: CachedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.read()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { key, sizeInBytes } = file;
  if (bytes.length !== sizeInBytes)
    throw new Error(`The blob ${key} has ${bytes.length} bytes instead of ${sizeInBytes}.`);
  return bytes;
}
