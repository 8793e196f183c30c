import type { BlobArea, BlobAreaName, NewBlobArea, SetAsideArea } from './blob-area.js';
import type { StoreMarker } from './store-marker.js';

/** Bytes that can be read as often as needed. */
export interface ImageSource {
  readonly sizeInBytes: number;
  /** A file on this machine with these bytes, if there is one. It may be gone when it is opened. */
  readonly path?: string | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/** Where staged bytes go, and as what they are served. */
export interface NewBlob {
  readonly area: NewBlobArea;
  readonly key: string;
  readonly contentType: string;
}

/** Bytes taken in but under no key yet. Ends with `commit` or `discard`; after either, `discard` does nothing. */
export interface StagedBlob extends ImageSource {
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** Makes the bytes readable under a key of an area and durable, all of them or none; the key must be new there. */
  commit(blob: NewBlob): Promise<void>;
  discard(): Promise<void>;
}

/** What becomes of staged bytes: they are committed as they are, or read to make others of them. */
export type StagingPurpose = 'commit' | 'read';

/** Between originals and an area where they are set aside. */
export type BlobMove =
  | { readonly from: 'originals'; readonly to: SetAsideArea }
  | { readonly from: SetAsideArea; readonly to: 'originals' };

/** Holds image bytes, in areas that have nothing to do with one another. */
export abstract class BlobStore {
  abstract readonly marker: StoreMarker;

  abstract area(name: BlobAreaName): BlobArea;

  /**
   * Takes bytes in while counting and hashing them, holding only a little in memory. `purposeOf` is asked once all bytes
   * are in, `commit` by default: a store may begin to make durable what will be committed. Either can be committed.
   * @throws {FileTooLarge} past `limitInBytes`, without reading further; whatever fails, nothing is left behind.
   */
  abstract stage(
    bytes: AsyncIterable<Uint8Array>,
    limitInBytes: number,
    purposeOf?: () => StagingPurpose,
  ): Promise<StagedBlob>;

  /**
   * Moves a blob to the same key of another area, durably; succeeds whether or not there is one. Tells whether one is
   * stored there now. At any moment it is in one of the two areas, or in both.
   */
  abstract move(key: string, areas: BlobMove): Promise<boolean>;

  /** Discards what was staged before `time` (epoch milliseconds), under a key or not; gives how many. */
  abstract discardStagedBefore(time: number): Promise<number>;
}
