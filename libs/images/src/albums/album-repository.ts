import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import type { Image } from '../image/image.js';
import type { Album, AlbumChange, FilledAlbum } from './album.js';

/** Which album, and whose. */
export interface AlbumKey {
  readonly owner: string;
  readonly id: string;
}

/** Images for an album, in their order. */
export interface AlbumImages {
  /** Without duplicates. */
  readonly imageIds: readonly string[];
  /** More are never placed in the album. */
  readonly maxImages: number;
}

/** Images to place in an album. `now` in epoch milliseconds. */
export interface Placement extends AlbumImages {
  /**
   * They go before this image of the album, also those that are in it already; if it is one of them, where it is. Without
   * it they go to the end, and those that are in the album stay.
   */
  readonly before?: string | undefined;
  readonly now: number;
}

/**
 * Stores albums and which images are in them. An album has only images of its owner that exist: one that is removed
 * leaves every album in the same step.
 */
export abstract class AlbumRepository {
  /**
   * Adds an album with the given images that the owner has, in this order. Returns those that there are.
   * @throws {AlbumFull} {ImageNotFound} when the owner has no such cover.
   */
  abstract add(album: Album, images: AlbumImages): Promise<readonly string[]>;

  /** @throws {AlbumNotFound} when the owner has no such album. */
  abstract get(key: AlbumKey): Promise<FilledAlbum>;

  /** Those of the given ids that no new album may have: an album of any owner has them, or an entry of the trash. */
  abstract takenIds(ids: readonly string[]): Promise<readonly string[]>;

  /** The owner's albums, or those with an image. The latest first, then by descending identifier. */
  abstract list(owner: string, page: PageRequest, holding?: string): Promise<Page<FilledAlbum>>;

  /** @throws {AlbumNotFound} {ImageNotFound} when the owner has no such cover. */
  abstract update(key: AlbumKey, change: AlbumChange & { readonly now: number }): Promise<void>;

  /** Removes the album, not its images. With a disposal it goes to the trash. @throws {AlbumNotFound} */
  abstract remove(key: AlbumKey, disposal?: Disposal): Promise<void>;

  /**
   * Takes an album out of the trash, with those of its images that there are. Others come back to their places when they
   * are restored. @throws {NotInTrash} also when it was restored meanwhile.
   */
  abstract restore(key: AlbumKey): Promise<void>;

  /**
   * Places the given images that the owner has. All or none. Returns those that there are.
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} {ImageNotFound} when `before` is not in the album.
   */
  abstract place(key: AlbumKey, placement: Placement): Promise<readonly string[]>;

  /**
   * Takes images out of the album; one that was chosen as its cover is no more. Others than its own do not matter.
   * @throws {AlbumNotFound} {AlbumByQuery}
   */
  abstract take(key: AlbumKey, imageIds: readonly string[], now: number): Promise<void>;

  /** Those of the given albums of the owner in which the image was placed, and the smart ones: their query decides. */
  abstract among(owner: string, ids: readonly string[], imageId: string): Promise<readonly Album[]>;

  /**
   * Its images in its order, each at its place or time of creation, then by identifier. None of a smart album. In the
   * manual order a page begins behind the image that ended the one before, wherever that is by now: its place in the
   * cursor counts only once it has left the album, because places are numbered anew now and then.
   * @throws {AlbumNotFound}
   */
  abstract images(key: AlbumKey, page: PageRequest): Promise<Page<Image>>;
}
