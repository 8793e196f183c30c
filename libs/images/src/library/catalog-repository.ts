import type { Page, PageRequest } from '@cairn/kernel';
import type { HostedFile, Image } from './image.js';
import type { ImageDescription } from './image-description.js';

/** What the quota rule is about; `quota` is absent for an owner without one of their own. */
export interface Usage {
  readonly imageCount: number;
  readonly quota?: number;
}

/** A blob that a stored image needs. */
export interface BlobReference {
  readonly blobKey: string;
  readonly imageId: string;
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

  /** Replaces the description of an image, and nothing else; does nothing when it is gone. */
  abstract describe(owner: string, id: string, description: ImageDescription): Promise<void>;

  /** Images of anyone whose description has no `appearance` yet, at most `limit`. */
  abstract listUndescribed(limit: number): Promise<readonly Image[]>;

  /** The file served at an address now, if any. */
  abstract findFile(address: string): Promise<HostedFile | undefined>;

  /** Addresses, at most 100, that removed images of the owner with the same SHA-256 had and nothing has now. */
  abstract freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]>;

  /** The owner's images with this very tag, newest first, then by descending identifier. */
  abstract listByTag(owner: string, tag: string, page: PageRequest): Promise<Page<Image>>;

  abstract usage(owner: string): Promise<Usage>;

  /** Gives the owner a quota of their own, or takes it away; images above it stay. */
  abstract setQuota(owner: string, quota: number | undefined): Promise<void>;

  /** The blobs of all images by ascending key (code units), at most `limit`, those behind `after`. */
  abstract listBlobs(limit: number, after: string | undefined): Promise<readonly BlobReference[]>;

  /** Whether an image needs the blob now. */
  abstract needsBlob(blobKey: string): Promise<boolean>;
}
