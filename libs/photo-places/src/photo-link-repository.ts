import type { PhotoLink, PhotoWork } from './photo-link.js';
import type { PhotoSource } from './photo-source.js';

/** A link to create. `now` in epoch milliseconds. */
export interface NewPhotoLink {
  readonly id: string;
  readonly owner: string;
  readonly source: PhotoSource;
  readonly spaceId: string;
  readonly now: number;
  /** Maximum number of the owner's links, not counting those being removed. */
  readonly maxLinks: number;
}

/** A link to remove. */
export type EndedPhotoLink = Pick<NewPhotoLink, 'owner' | 'source' | 'now'>;

/** Stores which photos belong to which space. A link is removed with its space, in the same transaction. */
export abstract class PhotoLinkRepository {
  /**
   * Links the source to the space only: its links to other spaces become `removing`. An existing link stays unchanged,
   * but restarts if it is `blocked`, `removing` or has a fault.
   * @throws {SpaceNotFound}
   * @throws {PhotoLinkLimitReached} when the owner has that many links, also under concurrent calls.
   */
  abstract put(link: NewPhotoLink): Promise<PhotoLink>;

  /**
   * Changes the link of the source to `removing`.
   * @throws {PhotoLinkNotFound} when the source has none, or only ones that are being removed already.
   */
  abstract end(ended: EndedPhotoLink): Promise<void>;

  /** All links of these owners, oldest first, ties in ascending order of identifiers. */
  abstract list(owners: readonly string[]): Promise<readonly PhotoLink[]>;

  /** The link that has been due for the longest time. */
  abstract findDue(now: number): Promise<PhotoLink | undefined>;

  /** Stores the progress, unless the link has a different generation or is gone. */
  abstract save(link: Pick<PhotoLink, 'id' | 'generation'>, work: PhotoWork): Promise<void>;

  /** Removes the link, unless it has a different generation. */
  abstract remove(link: Pick<PhotoLink, 'id' | 'generation'>): Promise<void>;

  /** Makes the links to these spaces due if they have a fault. */
  abstract wake(spaceIds: readonly string[], now: number): Promise<void>;
}
