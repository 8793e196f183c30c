import type { ByteRange, StoredBlob } from './blob-store.js';

/**
 * The areas of a blob store. A key belongs to its area: in another one it names another blob or none.
 *
 * - `originals`: the bytes of images, as they came
 * - `derivatives`: made from originals, and can be made again
 * - `staged`: taken in, but of no image yet, such as the parts of an upload that goes on later
 * - `quarantine`: originals that no image seems to need, until that is certain
 * - `trash`: originals of images that may be restored
 * - `archives`: files made for others to take away, such as the tiles of a space in one
 */
export type BlobAreaName = 'originals' | 'derivatives' | 'staged' | 'quarantine' | 'trash' | 'archives';

/** An area that originals can be moved to and back from, with the same keys. */
export type SetAsideArea = 'quarantine' | 'trash';

/** An area for new blobs. */
export type NewBlobArea = Exclude<BlobAreaName, SetAsideArea>;

/** Calls `make` for each area. */
export function perBlobArea<T>(make: (name: BlobAreaName) => T): Readonly<Record<BlobAreaName, T>> {
  return {
    originals: make('originals'),
    derivatives: make('derivatives'),
    staged: make('staged'),
    quarantine: make('quarantine'),
    trash: make('trash'),
    archives: make('archives'),
  };
}

/** The blobs of one area. A key (1–64 characters of `0-9A-Za-z`) is written once and always has the same bytes. */
export abstract class BlobArea {
  /**
   * The bytes under `key`, or those in `range`, which must lie inside the blob.
   * @throws {BlobNotFound} when there is no blob under `key`.
   */
  abstract get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;

  abstract find(key: string): Promise<StoredBlob | undefined>;

  /** The local file path of a blob; only for stores that keep files. The file need not exist. */
  findPath?(key: string): string | undefined;

  /** Succeeds whether or not there is a blob under `key`. */
  abstract delete(key: string): Promise<void>;

  /** The blobs by ascending key (code units), at most `limit`, after `after`. */
  abstract list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]>;
}
