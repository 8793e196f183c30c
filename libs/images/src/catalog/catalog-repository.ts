import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import type { HostedFile, Image, ImageFile } from '../image/image.js';
import type { ImageDescription } from '../image/image-description.js';
import type { CameraCount, DayCounts, DayRequest } from './query/catalog-counts.js';
import type { FolderCount, FolderRequest, TagCount, TagRequest } from './query/catalog-counts.js';
import type { ImagePage, ImagePageRequest } from './query/image-page.js';
import type { ImageQuery } from './query/image-query.js';
import type { ComparedBytes, CopyTerms, KnownFile } from './known-files.js';
import type {
  DetailsChange,
  ImageUpdate,
  TagChange,
  TakenChange,
  VisibilityChange,
} from './image-changes.js';

/** The input of the quota rules. `quota` and `byteQuota` are absent for an owner without their own. */
export interface Usage {
  readonly imageCount: number;
  readonly quota?: number;
  readonly byteQuota?: number;
}

/** What determines how much room there is. */
export interface ByteTerms {
  /** For owners without their own quota; absent for no limit. */
  readonly defaultQuota?: number | undefined;
  /** Epoch milliseconds: reservations that have expired by then do not count. */
  readonly now: number;
}

/** How `add` counts the bytes of an image. */
export interface AddedBytes extends ByteTerms {
  /** The reservation that the image replaces. */
  readonly reservation?: string | undefined;
}

/** How `addOrFind` counts bytes, and knows them again. */
export interface SameBytes extends AddedBytes {
  readonly compared?: ComparedBytes | undefined;
}

/** Totals over all owners. */
export interface ImageTotal {
  readonly imageCount: number;
  /** Total size of the originals as they are stored. */
  readonly sizeInBytes: number;
}

/** A blob referenced by an image, or by one in the trash. */
export interface BlobReference {
  readonly blobKey: string;
  readonly imageId: string;
}

/** An image as it was described: with this edit. */
export type DescribedImage = Pick<Image, 'owner' | 'id'> & { readonly file: Pick<ImageFile, 'edit'> };

/** How an image is restored. `now` in epoch milliseconds. */
export interface ImageRestoring {
  readonly defaultQuota: number;
  /** As for `add`. Not needed for an image whose bytes count while it is in the trash. */
  readonly bytes?: ByteTerms | undefined;
  /** Replaces its file name. */
  readonly fileName?: string | undefined;
  readonly now: number;
}

/** What stays of addresses that are erased. */
export type KeptAddresses = 'digests' | 'nothing';

/** `now` in epoch milliseconds. */
export interface TagChangeRequest {
  readonly change: TagChange;
  readonly now: number;
}

/** Images after a change. */
export interface ChangedImages {
  readonly changed: readonly Image[];
  /** Images that were like this already. */
  readonly unchanged: readonly Image[];
}

/**
 * Stores the images of every owner, their number and quota, and every address ever assigned. No text contains U+0000,
 * which some stores cannot keep.
 */
export abstract class CatalogRepository {
  /**
   * Counts and stores the image atomically, also under concurrent calls. Without `bytes` only the owner's own byte
   * quota applies, and every reservation counts.
   * @throws {QuotaExceeded} when the owner has reached their own quota, or else `defaultQuota`.
   * @throws {ByteQuotaExceeded} when its bytes do not fit beside those that are used and reserved by others.
   * @throws {AddressTaken} when the address belongs to an image, or belonged to one of another owner or with other
   * bytes.
   */
  abstract add(image: Image, defaultQuota: number, bytes?: AddedBytes): Promise<void>;

  /**
   * Like `add`, unless the owner has an image at the same path with the same bytes, by `isSame`: then stores nothing, and
   * returns that one. Of concurrent calls with the same bytes, one stores an image. Does not throw `QuotaExceeded` if there
   * is such an image.
   */
  abstract addOrFind(image: Image, defaultQuota: number, bytes?: SameBytes): Promise<Image>;

  /**
   * Like `add`, for an image that has the blob of another one of the same owner. The quota in bytes counts the blob once:
   * until the last of its images is removed, and does not count in the trash either.
   * @throws {ImageNotFound} when the owner has no such image, or it has another blob.
   * @throws {QuotaExceeded} {AddressTaken} as `add` does.
   */
  abstract addCopy(image: Image, terms: CopyTerms): Promise<void>;

  /**
   * The owner's images with the bytes of these hashes, by `hasBytes`, also in the trash; at most `MAX_KNOWN_FILES`. By
   * hash, those in the trash last, then by identifier.
   */
  abstract knownFiles(owner: string, hashes: readonly string[]): Promise<readonly KnownFile[]>;

  /**
   * Those of the sizes, in ascending order, that an upload of the owner had, also one in the trash. All, if there is one
   * whose size was not kept.
   */
  abstract knownSizes(owner: string, sizes: readonly number[]): Promise<readonly number[]>;

  /**
   * Removes the image and releases its quota. Only the same bytes of the same owner can reuse its address. With a
   * disposal it goes to the trash.
   * @throws {ImageNotFound} when the owner has no such image.
   */
  abstract remove(owner: string, id: string, disposal?: Disposal): Promise<Image>;

  /** An image in the trash, as it was removed. @throws {NotInTrash} */
  abstract getRemoved(owner: string, id: string): Promise<Image>;

  /**
   * Takes an image out of the trash and adds it again as it was, with its places in albums and as their cover. Only
   * another name changes `updatedAt`. An album that is in the trash gets it when it is restored.
   * @throws {NotInTrash} also when it was restored meanwhile. {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken} as
   * `add` does.
   */
  abstract restore(owner: string, id: string, restoring: ImageRestoring): Promise<Image>;

  /** @throws {ImageNotFound} when the owner has no such image. */
  abstract get(owner: string, id: string): Promise<Image>;

  /** The given images that the owner has, without duplicates, in any order. */
  abstract find(owner: string, ids: readonly string[]): Promise<readonly Image[]>;

  /** The given ids that no new image may have, because an image of any owner or an entry of the trash has them. */
  abstract takenIds(ids: readonly string[]): Promise<readonly string[]>;

  /**
   * Replaces only the description of an image, and announces it where more than the second hash of one described before
   * it was made is new. Does nothing if the image is gone, or has another edit than the one that was described.
   */
  abstract describe(image: DescribedImage, description: ImageDescription): Promise<void>;

  /** Images of all owners without `appearance` or its second hash, at most `limit`, by ascending id after `after`. */
  abstract listUndescribed(limit: number, after?: string): Promise<readonly Image[]>;

  /** The file served at an address now, if any. */
  abstract findFile(address: string): Promise<HostedFile | undefined>;

  /** At most 100 former addresses of the owner's images with this SHA-256 that are free now. */
  abstract freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]>;

  /**
   * Erases addresses of the owner's images that are gone, and returns how many; 0 once there are none left. Without
   * digests anybody may get such an address again. With them nobody ever does, and what is kept does not tell the address.
   */
  abstract eraseAddresses(owner: string, kept: KeptAddresses): Promise<number>;

  /** The owner's images with exactly this tag, newest first, then by descending identifier. */
  abstract listByTag(owner: string, tag: string, page: PageRequest): Promise<Page<Image>>;

  /** The owner's images that match the query, in its order. */
  abstract list(owner: string, query: ImageQuery, page: ImagePageRequest): Promise<ImagePage>;

  /** The owner's tags with their numbers of images. */
  abstract listTags(owner: string, request: TagRequest): Promise<readonly TagCount[]>;

  /** The direct subfolders of one of the owner's folders, with the numbers of images in and below each. */
  abstract listFolders(owner: string, request: FolderRequest): Promise<readonly FolderCount[]>;

  /** The owner's cameras with their numbers of images: the most frequent first, then by name in code point order. */
  abstract listCameras(owner: string, limit: number): Promise<readonly CameraCount[]>;

  /** The days on which the images that meet the conditions were taken, with their numbers. */
  abstract listDays(owner: string, request: DayRequest): Promise<DayCounts>;

  /**
   * Changes when those of the given images that the owner has were taken, by `changeTaken`. All or none.
   * @throws {InvalidInput} when one of them would leave the years 1 to 9999.
   */
  abstract changeTaken(owner: string, ids: readonly string[], change: TakenChange): Promise<ChangedImages>;

  /**
   * Changes the tags of those of the given images that the owner has, by `changeTags`. All or none.
   * @throws {InvalidInput} when one of them would have too many tags.
   */
  abstract changeTags(owner: string, ids: readonly string[], given: TagChangeRequest): Promise<ChangedImages>;

  /**
   * Changes the visibility of those of the given images that the owner has, by `updated`. All or none.
   * `findFile` returns the new visibility at once.
   */
  abstract changeVisibility(
    owner: string,
    ids: readonly string[],
    change: VisibilityChange,
  ): Promise<ChangedImages>;

  /** Changes the details of those of the given images that the owner has, by `updated`. All or none. */
  abstract changeDetails(
    owner: string,
    ids: readonly string[],
    change: DetailsChange,
  ): Promise<ChangedImages>;

  /**
   * Applies the whole update or, if it throws, nothing. A former address still leads to the image, until the image is
   * removed or the same bytes of the owner take that address.
   * @throws {ImageNotFound} when the owner has no such image.
   * @throws {AddressTaken} as `add` does.
   */
  abstract update(owner: string, id: string, update: ImageUpdate): Promise<Image>;

  /** Removes the given images that the owner has, like `remove`. All or none. */
  abstract removeAll(owner: string, ids: readonly string[], disposal?: Disposal): Promise<readonly Image[]>;

  abstract usage(owner: string): Promise<Usage>;

  /** Over the images of all owners. May scan all of them. */
  abstract total(): Promise<ImageTotal>;

  /** Sets or removes the owner's own quota. Existing images above it stay. */
  abstract setQuota(owner: string, quota: number | undefined): Promise<void>;

  /**
   * The blobs of all images, also in the trash, each once, by ascending key (code units), at most `limit`, after `after`.
   */
  abstract listBlobs(limit: number, after: string | undefined): Promise<readonly BlobReference[]>;

  /** Whether an image references the blob now, also one in the trash. */
  abstract needsBlob(blobKey: string): Promise<boolean>;
}
