import type { PhotoLink, PhotoWork } from './photo-link.js';
import type { PhotoSource } from './photo-source.js';

/** A link to make. `now` in epoch milliseconds. */
export interface NewPhotoLink {
  readonly id: string;
  readonly owner: string;
  readonly source: PhotoSource;
  readonly spaceId: string;
  readonly now: number;
  /** How many links the owner may have, without those that are being removed. */
  readonly maxLinks: number;
}

/** A link to end. */
export type EndedPhotoLink = Pick<NewPhotoLink, 'owner' | 'source' | 'now'>;

/** Stores which photos belong to which space. A link goes with its space, in the same transaction. */
export abstract class PhotoLinkRepository {
  /**
   * Links the source to the space, and to no other: links of the source to others begin `removing`. A link that is there
   * stays as it is, but begins anew where it is `blocked`, `removing` or has a fault.
   * @throws {SpaceNotFound}
   * @throws {PhotoLinkLimitReached} when the owner has that many links, however many are made at once.
   */
  abstract put(link: NewPhotoLink): Promise<PhotoLink>;

  /**
   * Has the link of the source begin `removing`.
   * @throws {PhotoLinkNotFound} when the source has none, or only such that are being removed already.
   */
  abstract end(ended: EndedPhotoLink): Promise<void>;

  /** All links of these owners, oldest first, ties in ascending order of identifiers. */
  abstract list(owners: readonly string[]): Promise<readonly PhotoLink[]>;

  /** Of the links that are due at that time, the one that has been due longest. */
  abstract findDue(now: number): Promise<PhotoLink | undefined>;

  /** Stores how far the work is, unless the link has another generation now or is gone. */
  abstract save(link: Pick<PhotoLink, 'id' | 'generation'>, work: PhotoWork): Promise<void>;

  /** Removes the link, unless it has another generation now. */
  abstract remove(link: Pick<PhotoLink, 'id' | 'generation'>): Promise<void>;

  /** Makes the links to these spaces due that have a fault. */
  abstract wake(spaceIds: readonly string[], now: number): Promise<void>;
}
