import type { Image } from '../image/image.js';

/** Where images are added by a link: the path of a folder, or the identifier of an album. */
export interface ContributedPlace {
  readonly type: 'album' | 'folder';
  readonly id: string;
}

/**
 * An image that was added by a link, and waits for a decision. Its bytes are stored. `createdAt` of the image is when it was
 * added, and its file name is the one that it gets if that is free.
 */
export interface WaitingImage {
  readonly image: Image;
  /** The identifier of the link, which may be gone. */
  readonly linkId: string;
  readonly place: ContributedPlace;
}

/** Selects images that wait. Absent parts do not restrict. */
export interface WaitingFilter {
  readonly linkId?: string | undefined;
  readonly guest?: string | undefined;
  /** Those of one of these places. A folder includes those below it. */
  readonly places?: readonly ContributedPlace[] | undefined;
}

/** Whether an image that was added there is in the place. */
export function isWithin(place: ContributedPlace, { type, id }: ContributedPlace): boolean {
  if (place.type !== type) return false;
  return place.id === id || (type === 'folder' && place.id.startsWith(`${id}/`));
}
