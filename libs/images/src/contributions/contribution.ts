import { InvalidInput } from '@cairn/kernel';
import type { Image } from '../image/image.js';

/** Somebody who adds images by a link. */
export interface Guest {
  /** Nobody who knows it can be that guest: it is made of a digest of a secret. */
  readonly id: string;
  /** As they said it; absent if they never did. */
  readonly name?: string | undefined;
}

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

/** @throws {InvalidInput} */
export function parseGuestId(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw InvalidInput.of('invalid-guest', 'The identifier of a guest must have letters, digits, `-` and `_`.');
}

const MAX_NAME_LENGTH = 80;
/** Also what turns the direction of the text that follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The name of a guest: trimmed, without control characters; `undefined` for none.
 * @throws {InvalidInput} if it is longer than 80 characters.
 */
export function parseGuestName(text: string): string | undefined {
  const name = text.replaceAll(UNSEEN, ' ').trim();
  if ([...name].length > MAX_NAME_LENGTH)
    throw InvalidInput.of('name-too-long', `The name must have at most ${MAX_NAME_LENGTH} characters.`);
  return name === '' ? undefined : name;
}
