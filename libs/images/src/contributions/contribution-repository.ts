import type { Page, PageRequest } from '@cairn/kernel';
import type { AddedBytes } from '../catalog/catalog-repository.js';
import type { ComparedBytes } from '../catalog/known-files.js';
import type { Image } from '../image/image.js';
import type { Guest } from '../image/guest.js';
import type { ContributedPlace, WaitingFilter, WaitingImage } from './contribution.js';

/** A new image that somebody adds by a link. */
export interface LinkAddition {
  /** With the identifier of the guest. */
  readonly image: Image;
  /** A link of the owner of the image. */
  readonly linkId: string;
  readonly place: ContributedPlace;
  /** Absent to leave the name that the guest has. */
  readonly guestName?: string | undefined;
  readonly defaultQuota: number;
  readonly bytes: AddedBytes;
  /** Which bytes tell that the place has the image already. Without it, the image is added in any case. */
  readonly compared?: ComparedBytes | undefined;
  /** Maximum images in an album. */
  readonly maxImages: number;
}

/** What became of it. The image has another identifier if it was there, or waited, already. */
export interface LinkAdded {
  readonly image: Image;
  readonly isWaiting: boolean;
}

/** How a waiting image is taken into its place. */
export interface Approval {
  readonly defaultQuota: number;
  /** In epoch milliseconds: the image is as if it were added then. */
  readonly now: number;
  readonly fileName?: string | undefined;
  /** Maximum images in an album. */
  readonly maxImages: number;
  /** `leave-out` to take an image of an album into the folder alone. */
  readonly album: 'needed' | 'leave-out';
}

/**
 * Stores images that were added by links, and those of them that wait for a decision. No listing, search or address has an
 * image that waits, but its blob is needed, and counts in the quota of its owner.
 */
export abstract class ContributionRepository {
  /**
   * Adds the image to the folder, or to the catalog and the end of the album; or lets it wait, if the link says so at this
   * moment. Counts it on the link. All or nothing, also under concurrent calls. Stores nothing if the place has the same
   * bytes by `isSame`, or if the same upload by the same link waits already: returns that one.
   * @throws {LinkClosed} when the owner has no such link. {LinkFull} when it is one image or its bytes too much for it.
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} {ByteQuotaExceeded} {AddressTaken}
   * @throws {QuotaExceeded} when there are as many images as the owner may have, with those that wait.
   */
  abstract add(addition: LinkAddition): Promise<LinkAdded>;

  /** Those that wait: the oldest first, then by identifier. */
  abstract list(owner: string, filter: WaitingFilter, page: PageRequest): Promise<Page<WaitingImage>>;

  abstract count(owner: string, filter: WaitingFilter): Promise<number>;

  /** Those of the given images of the owner that wait, in any order. */
  abstract find(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]>;

  /**
   * Takes an image that waits into its place, with the same events as an upload. If the same bytes are there meanwhile, by
   * `isSame` as they are served, it is dropped, and the result is that image. If it throws, the image goes on waiting.
   * @throws {ContributionNotFound} also when it was decided on meanwhile.
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} {QuotaExceeded} {AddressTaken}
   */
  abstract approve(owner: string, id: string, approval: Approval): Promise<Image>;

  /** Deletes those of the given images that wait for good, frees their bytes, and returns them. */
  abstract refuse(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]>;

  /** The given guests of the owner, also of links that are gone. */
  abstract guests(owner: string, ids: readonly string[]): Promise<readonly Guest[]>;

  /** All guests of the owner, by ascending identifier (code units), at most `limit`, after `after`. */
  abstract listGuests(owner: string, limit: number, after: string | undefined): Promise<readonly Guest[]>;
}
