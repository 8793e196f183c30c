import type { Page, PageRequest } from '@cairn/kernel';
import type { HostedFile, Image } from './image.js';
import type { ImageDescription } from './image-description.js';
import type { FolderCount, FolderRequest, TagCount, TagRequest } from './query/catalog-counts.js';
import type { ImagePage, ImagePageRequest } from './query/image-page.js';
import type { ImageQuery } from './query/image-query.js';
import type { Move } from './move.js';
import type { TagChange } from './tag-change.js';

/** What the quota rule is about; `quota` is absent for an owner without one of their own. */
export interface Usage {
  readonly imageCount: number;
  readonly quota?: number;
}

/** What the images of all owners come to. */
export interface ImageTotal {
  readonly imageCount: number;
  /** Of the originals. */
  readonly sizeInBytes: number;
}

/** A blob that a stored image needs. */
export interface BlobReference {
  readonly blobKey: string;
  readonly imageId: string;
}

/** `now` in epoch milliseconds. */
export interface TagChangeRequest {
  readonly change: TagChange;
  readonly now: number;
}

/** Images as they are after a change of their tags. */
export interface ChangedTags {
  readonly changed: readonly Image[];
  /** Those that had these tags before. */
  readonly unchanged: readonly Image[];
}

/**
 * Holds every owner's images, how many each has and may have, and every address ever given out. No text of theirs has
 * U+0000 in it, which not every store can keep.
 */
export abstract class CatalogRepository {
  /**
   * Counts and stores the image in one step, or does neither, however many are added at once.
   * @throws {QuotaExceeded} when the owner has as many images as their own quota, or else `defaultQuota`, allows.
   * @throws {AddressTaken} when its address is an image's, or was one's of another owner or with other bytes.
   */
  abstract add(image: Image, defaultQuota: number): Promise<void>;

  /**
   * Removes the image and gives its place in the quota back; its address is free for the same bytes of the owner alone.
   * @throws {ImageNotFound} when the owner has no such image.
   */
  abstract remove(owner: string, id: string): Promise<Image>;

  /** @throws {ImageNotFound} when the owner has no such image. */
  abstract get(owner: string, id: string): Promise<Image>;

  /** Those of the images that the owner has, each once, in any order. */
  abstract find(owner: string, ids: readonly string[]): Promise<readonly Image[]>;

  /** Replaces the description of an image, and nothing else; does nothing when it is gone. */
  abstract describe(owner: string, id: string, description: ImageDescription): Promise<void>;

  /** Images of anyone whose description has no `appearance` yet, at most `limit`, by ascending id behind `after`. */
  abstract listUndescribed(limit: number, after?: string): Promise<readonly Image[]>;

  /** The file served at an address now, if any. */
  abstract findFile(address: string): Promise<HostedFile | undefined>;

  /** Addresses, at most 100, that images of the owner with the same SHA-256 had, before they were removed or moved, and none has now. */
  abstract freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]>;

  /** The owner's images with this very tag, newest first, then by descending identifier. */
  abstract listByTag(owner: string, tag: string, page: PageRequest): Promise<Page<Image>>;

  /** The owner's images that match the query, in its order. */
  abstract list(owner: string, query: ImageQuery, page: ImagePageRequest): Promise<ImagePage>;

  /** The owner's tags with the numbers of their images. */
  abstract listTags(owner: string, request: TagRequest): Promise<readonly TagCount[]>;

  /** The owner's folders right below one, with the numbers of images in and below each. */
  abstract listFolders(owner: string, request: FolderRequest): Promise<readonly FolderCount[]>;

  /**
   * Changes the tags of those of the images that the owner has, by `changeTags`, all or none.
   * @throws {InvalidInput} when one of them would have too many tags.
   */
  abstract changeTags(owner: string, ids: readonly string[], given: TagChangeRequest): Promise<ChangedTags>;

  /**
   * Gives an image another address. The former one leads to it, too, until it is removed or the same bytes of the owner take it.
   * @throws {ImageNotFound} when the owner has no such image.
   * @throws {AddressTaken} as `add` does.
   */
  abstract move(owner: string, id: string, place: Move): Promise<Image>;

  /** Removes those of the images that the owner has, as `remove` does, all or none. */
  abstract removeAll(owner: string, ids: readonly string[]): Promise<readonly Image[]>;

  abstract usage(owner: string): Promise<Usage>;

  /** Of the images of all owners. It may look at each of them. */
  abstract total(): Promise<ImageTotal>;

  /** Gives the owner a quota of their own, or takes it away; images above it stay. */
  abstract setQuota(owner: string, quota: number | undefined): Promise<void>;

  /** The blobs of all images by ascending key (code units), at most `limit`, those behind `after`. */
  abstract listBlobs(limit: number, after: string | undefined): Promise<readonly BlobReference[]>;

  /** Whether an image needs the blob now. */
  abstract needsBlob(blobKey: string): Promise<boolean>;
}
