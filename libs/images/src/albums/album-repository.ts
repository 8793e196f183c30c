import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import type { AddedBytes } from '../catalog/catalog-repository.js';
import type { ComparedBytes } from '../catalog/known-files.js';
import type { Image } from '../image/image.js';
import type { Album, AlbumChange, AlbumKey, FilledAlbum } from './album.js';

/** Images for an album, in their order. */
export interface AlbumImages {
  /** Without duplicates. */
  readonly imageIds: readonly string[];
  /** Maximum images in the album. */
  readonly maxImages: number;
}

/** Images to place in an album. `now` in epoch milliseconds. */
export interface Placement extends AlbumImages {
  /**
   * The images go before this image of the album, also those that are in the album already. If it is one of them, they
   * go where it is. Without it, they go to the end, and images that are in the album already stay in place.
   */
  readonly before?: string | undefined;
  readonly now: number;
}

/** A new image for the end of an album. */
export interface AlbumAddition {
  readonly image: Image;
  readonly defaultQuota: number;
  readonly bytes: AddedBytes;
  /** Which bytes tell that the album has the image already. Without it, the image is added in any case. */
  readonly compared?: ComparedBytes | undefined;
  /** Maximum images in the album. */
  readonly maxImages: number;
}

/**
 * Stores albums and which images are in them. An album has only images of its owner that exist: one that is removed
 * leaves every album in the same step.
 */
export abstract class AlbumRepository {
  /**
   * Adds an album with those of the given images that the owner has, in this order. Returns their ids.
   * @throws {AlbumFull} {ImageNotFound} when the owner has no such cover.
   */
  abstract add(album: Album, images: AlbumImages): Promise<readonly string[]>;

  /** @throws {AlbumNotFound} when the owner has no such album. */
  abstract get(key: AlbumKey): Promise<FilledAlbum>;

  /** The given ids that no new album may have, because an album of any owner or an entry of the trash has them. */
  abstract takenIds(ids: readonly string[]): Promise<readonly string[]>;

  /** The owner's albums, or those with an image. The latest first, then by descending identifier. */
  abstract list(owner: string, page: PageRequest, holding?: string): Promise<Page<FilledAlbum>>;

  /** @throws {AlbumNotFound} {ImageNotFound} when the owner has no such cover. */
  abstract update(key: AlbumKey, change: AlbumChange & { readonly now: number }): Promise<void>;

  /** Removes the album, not its images. With a disposal it goes to the trash. @throws {AlbumNotFound} */
  abstract remove(key: AlbumKey, disposal?: Disposal): Promise<void>;

  /**
   * Takes an album out of the trash, with those of its images that still exist. Its other images return to their places
   * when they are restored. @throws {NotInTrash} also when it was restored meanwhile.
   */
  abstract restore(key: AlbumKey): Promise<void>;

  /**
   * Places those of the given images that the owner has. All or none. Returns their ids.
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} {ImageNotFound} when `before` is not in the album.
   */
  abstract place(key: AlbumKey, placement: Placement): Promise<readonly string[]>;

  /**
   * Adds an image to the catalog and to the end of the album, both or neither, unless the album has one with the same bytes,
   * by `isSame`: then stores nothing, and returns that one. Of concurrent calls with the same bytes, one stores an image.
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull}
   * @throws {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken} as `CatalogRepository.add` does.
   */
  abstract addOrFind(key: AlbumKey, addition: AlbumAddition): Promise<Image>;

  /**
   * Takes images out of the album. If one of them was the chosen cover, that choice is removed. Ignores images that are
   * not in the album.
   * @throws {AlbumNotFound} {AlbumByQuery}
   */
  abstract take(key: AlbumKey, imageIds: readonly string[], now: number): Promise<void>;

  /**
   * The given albums of the owner in which the image was placed, and all given smart albums, because their query
   * decides.
   */
  abstract among(owner: string, ids: readonly string[], imageId: string): Promise<readonly Album[]>;

  /**
   * The images in the order of the album: by place or time of creation, then by identifier. None for a smart album. In
   * the manual order, a page begins after the image that ended the previous page, wherever that image is by now. Its
   * place in the cursor counts only if it has left the album, because places are renumbered now and then.
   * @throws {AlbumNotFound}
   */
  abstract images(key: AlbumKey, page: PageRequest): Promise<Page<Image>>;
}
