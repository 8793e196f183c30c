/**
 * The areas of a blob store. A key belongs to its area: in another area it names another blob or none.
 *
 * - `originals`: the bytes of images, as uploaded
 * - `derivatives`: rendered from originals, and can be rendered again
 * - `staged`: received, but not part of an image yet, such as the parts of a resumable upload
 * - `quarantine`: originals that no image seems to need, until that is certain
 * - `archives`: files for download, made by other users of the store
 */
export type BlobAreaName = 'originals' | 'derivatives' | 'staged' | 'quarantine' | 'archives';

/** An area for new blobs. */
export type NewBlobArea = Exclude<BlobAreaName, 'quarantine'>;

/** Calls `make` for each area. */
export function perBlobArea<T>(make: (name: BlobAreaName) => T): Readonly<Record<BlobAreaName, T>> {
  return {
    originals: make('originals'),
    derivatives: make('derivatives'),
    staged: make('staged'),
    quarantine: make('quarantine'),
    archives: make('archives'),
  };
}

/** The bytes from `start` up to and including `end`, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored blob; `storedAt` in epoch milliseconds. For a moved blob it is the time of the move. */
export interface StoredBlob {
  readonly key: string;
  readonly storedAt: number;
  readonly sizeInBytes: number;
}

/** The blobs of one area. A key (1–64 characters of `0-9A-Za-z`) is written once and means the same bytes for ever. */
export abstract class BlobArea {
  /**
   * The bytes under `key`, or those in `range`, which must lie inside the blob.
   * @throws {BlobNotFound} when there is no blob under `key`.
   */
  abstract get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;

  abstract find(key: string): Promise<StoredBlob | undefined>;

  /** The local file of the blob under `key`, if the store keeps files. The file need not exist. */
  abstract findPath(key: string): string | undefined;

  /** Succeeds whether or not there is a blob under `key`. */
  abstract delete(key: string): Promise<void>;

  /** The blobs by ascending key (code units), at most `limit`, after `after`. */
  abstract list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]>;
}
