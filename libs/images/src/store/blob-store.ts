import type { BlobArea, BlobAreaName, NewBlobArea } from './blob-area.js';
import type { StoreMarker } from './store-marker.js';

/** A source of bytes that can be read several times. */
export interface ImageSource {
  readonly sizeInBytes: number;
  /** The local file with these bytes, if any. It may be gone when it is opened. */
  readonly path?: string | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/** The target of staged bytes, and how they are served. */
export interface NewBlob {
  readonly area: NewBlobArea;
  readonly key: string;
  readonly contentType: string;
}

/** Received bytes without a key. Ends with `commit` or `discard`; after either, `discard` does nothing. */
export interface StagedBlob extends ImageSource {
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** Makes the bytes readable under a key of an area, durably and atomically. The key must be new there. */
  commit(blob: NewBlob): Promise<void>;
  discard(): Promise<void>;
}

/** The intended use of staged bytes: committed as they are, or read to create others. */
export type StagingPurpose = 'commit' | 'read';

/** A move between originals and quarantine. */
export type BlobMove =
  | { readonly from: 'originals'; readonly to: 'quarantine' }
  | { readonly from: 'quarantine'; readonly to: 'originals' };

/** Stores image bytes in independent areas. */
export abstract class BlobStore {
  /** Names the installation that the store belongs to. */
  abstract readonly marker: StoreMarker;

  /**
   * The secret key of the installation. It is kept here and not in the database, so that a copy of the database alone
   * does not tell what is derived from it.
   */
  abstract readonly installationKey: StoreMarker;

  abstract area(name: BlobAreaName): BlobArea;

  /**
   * Receives bytes while counting and hashing them, with little memory. `purposeOf` is called when all bytes have
   * arrived, `commit` by default: a store may then already make durable what will be committed. Both kinds can be
   * committed.
   * @throws {FileTooLarge} past `limitInBytes`, without reading further. After any failure, nothing is left behind.
   */
  abstract stage(
    bytes: AsyncIterable<Uint8Array>,
    limitInBytes: number,
    purposeOf?: () => StagingPurpose,
  ): Promise<StagedBlob>;

  /**
   * Moves a blob durably to the same key of another area. Succeeds whether or not there is one. Returns whether the
   * target has it now. At any moment it is in one of the two areas or in both.
   */
  abstract move(key: string, areas: BlobMove): Promise<boolean>;

  /** Discards what was staged before `time` (epoch milliseconds), with or without a key. Returns the number. */
  abstract discardStagedBefore(time: number): Promise<number>;
}
