import type { ArchiveContent } from '@cairn/geometry';

/** Which space's tiles an archive holds, and of which version of the content. */
export interface ArchivedContent {
  readonly spaceId: string;
  /** When the space was created, in epoch milliseconds: distinguishes it from an earlier space with the same id. */
  readonly createdAt: number;
  readonly version: number;
}

/** The tiles of a space in one file, by the PMTiles specification, version 3. */
export interface TileArchive extends ArchivedContent {
  readonly sizeInBytes: number;
  /** Epoch milliseconds. */
  readonly storedAt: number;
  /** Different for each archive. */
  readonly key: string;
}

/** A tile with its place in an archive. */
export interface NumberedTile {
  /** By zoom, then by the Hilbert curve, as in `firstNumberOf` and `placeOf`. */
  readonly number: number;
  /** By the specification of vector tiles, not compressed; not empty. */
  readonly bytes: Uint8Array;
}

/** The content of an archive: the tiles by ascending number, and facts about them. */
export interface ArchivedTiles extends ArchiveContent {
  readonly tiles: AsyncIterable<NumberedTile>;
}

/** An archive that is not kept. It must be discarded, also after it was read. */
export interface PackedArchive {
  readonly sizeInBytes: number;
  /** Its bytes, once. */
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly discard: () => Promise<void>;
}

/** The first byte and the last one, counted from 0. */
export interface ArchiveRange {
  readonly start: number;
  readonly end: number;
}

/** Holds at most one archive of the tiles of a space. It can be read while another one is made. */
export abstract class TileArchives {
  /**
   * Makes an archive of tiles as they come, and replaces all other archives of its space. If that fails, or the tiles
   * break off, nothing changes.
   * @throws {StorageFull} {StorageUnavailable}
   */
  abstract add(of: ArchivedContent, tiles: ArchivedTiles): Promise<TileArchive>;

  /**
   * Makes an archive that is not kept. `content` is asked for when all tiles have come. If they break off, nothing is left.
   * @throws {StorageFull} {StorageUnavailable}
   */
  abstract pack(tiles: AsyncIterable<NumberedTile>, content: () => ArchiveContent): Promise<PackedArchive>;

  /** The archive that was added last, whatever its version. @throws {StorageUnavailable} */
  abstract find(space: Omit<ArchivedContent, 'version'>): Promise<TileArchive | undefined>;

  /**
   * The bytes in a range, which must lie inside the archive.
   * @throws {ArchiveNotFound} when another one has taken its place. {StorageUnavailable}
   */
  abstract read(archive: TileArchive, range: ArchiveRange): Promise<AsyncIterable<Uint8Array>>;

  /**
   * Removes what was stored for a space up to this time (epoch milliseconds), if anything. @throws {StorageUnavailable}
   */
  abstract remove(spaceId: string, until: number): Promise<void>;
}
