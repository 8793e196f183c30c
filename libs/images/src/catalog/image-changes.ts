import { InvalidInput, parseAll } from '@cairn/kernel';
import { MAX_TAGS, parseTags } from '../names/tag.js';
import { isSameEdit, type ImageEdit } from '../image/image-edit.js';
import type { Image } from '../image/image.js';
import {
  parseCaption,
  parseFavourite,
  parsePhotoPosition,
  parsePhotoTitle,
  parseRating,
  type PhotoDetails,
  type PhotoPosition,
} from '../image/photo-details.js';
import { parseTakenAt, shiftedTime, takenOf } from '../image/taken.js';
import { parseVisibility } from '../image/visibility.js';

/** What an owner sets of an image when it is uploaded and may change later, as it is given. Absent members stay. */
export interface ImageSettings {
  readonly tags?: readonly string[] | undefined;
  /** `public`, `unlisted` or `private`. */
  readonly visibility?: string | undefined;
  /** When the photo was taken, in ISO 8601; `null` for what the file says. */
  readonly takenAt?: string | null | undefined;
  /** Blank for none. */
  readonly title?: string | undefined;
  /** Blank for none. */
  readonly caption?: string | undefined;
  /** A form has texts for these three, and blank ones for none. */
  readonly favourite?: boolean | string | undefined;
  readonly rating?: number | string | null | undefined;
  readonly position?: PhotoPosition | string | null | undefined;
}

/** How each setting is read. They throw `InvalidInput`. */
export const readersOf = ({ tags, visibility, takenAt, ...details }: ImageSettings) => ({
  tags: () => ifGiven(tags, parseTags),
  visibility: () => ifGiven(visibility, parseVisibility),
  takenAt: () => (takenAt === null ? null : ifGiven(takenAt, parseTakenAt)),
  ...detailReadersOf(details),
});

/** The settings that many images may get at once, the same for all. */
export type DetailSettings = Pick<ImageSettings, keyof PhotoDetails>;

/** How each of these is read; `null` removes it. They throw `InvalidInput`. */
export const detailReadersOf = ({ title, caption, favourite, rating, position }: DetailSettings) => ({
  title: () => ifGiven(title, parsePhotoTitle),
  caption: () => ifGiven(caption, parseCaption),
  favourite: () => ifGiven(favourite, parseFavourite),
  rating: () => ifGiven(rating, parseRating),
  position: () => ifGiven(position, parsePhotoPosition),
});

export function ifGiven<Given, Read>(
  given: Given | undefined,
  read: (given: Given) => Read,
): Read | undefined {
  return given === undefined ? undefined : read(given);
}

type Settings = { readonly [Name in 'tags' | 'visibility']?: Image[Name] | undefined } & {
  /** `null` for what the file says. */
  readonly takenAt?: string | null | undefined;
};
type Details = { readonly [Name in keyof PhotoDetails]?: PhotoDetails[Name] | null };

/** What changes of an image in one step; `now` in epoch milliseconds. Absent members stay, `null` removes one. */
export interface ImageUpdate extends Settings, Details {
  readonly path?: string | undefined;
  readonly fileName?: string | undefined;
  readonly edit?: ImageEdit | null | undefined;
  readonly now: number;
}

/** A change of many images that is the same for all. */
export type VisibilityChange = Required<Pick<ImageUpdate, 'visibility' | 'now'>>;
/** Another one. */
export type DetailsChange = Details & Pick<ImageUpdate, 'now'>;

/** The image after an update; the same object if nothing changes. `updatedAt` always increases. */
export function updated(image: Image, { now, edit, ...update }: ImageUpdate): Image {
  const given = Object.entries(update).filter(([, value]) => value !== undefined);
  const result = withEdit(withoutNulls({ ...image, ...Object.fromEntries(given) }), edit);
  if (isSame(result, image)) return image;
  return { ...result, updatedAt: Math.max(now, image.updatedAt + 1) };
}

/** Whatever the order of their members. */
function isSame(one: Image, other: Image): boolean {
  const members = (image: Image): string =>
    JSON.stringify(Object.entries(image).sort(([a], [b]) => (a < b ? -1 : 1)));
  return members(one) === members(other);
}

/** An image of which `null` members were removed. */
function withoutNulls(image: { readonly [Name in keyof Image]: Image[Name] | null }): Image;
function withoutNulls(image: object): object {
  return Object.fromEntries(Object.entries(image).filter(([, value]) => value !== null));
}

/** With another edit the image looks another way, so it must be described again. */
function withEdit(image: Image, edit: ImageUpdate['edit']): Image {
  if (edit === undefined || isSameEdit({ edit: edit ?? undefined }, image.file)) return image;
  const { edit: former, ...file } = image.file;
  const shown = { ...image, file: edit === null ? file : { ...file, edit } };
  if (image.description === undefined) return shown;
  const { appearance, ...description } = image.description;
  return { ...shown, description };
}

/** A change of an image's tags. Tags are normalized. */
export type TagChange =
  | { readonly kind: 'set'; readonly tags: readonly string[] }
  | { readonly kind: 'edit'; readonly add: readonly string[]; readonly remove: readonly string[] };

/** @throws {InvalidInput} naming every fault; a tag that is both added and removed is one. */
export function parseTagEdit(add: readonly string[], remove: readonly string[]): TagChange {
  const edit = parseAll({ add: () => parseTags(add), remove: () => parseTags(remove) });
  const both = edit.add.find((tag) => edit.remove.includes(tag));
  if (both === undefined) return { kind: 'edit', ...edit };
  throw new InvalidInput([
    {
      pointer: '/remove',
      code: 'added-and-removed',
      detail: `The tag ${JSON.stringify(both)} is added and removed.`,
    },
  ]);
}

/**
 * The image with its tags changed at `now`; the same object if nothing changes. `updatedAt` always increases.
 * @throws {InvalidInput} when it would have too many tags.
 */
export function changeTags(image: Image, change: TagChange, now: number): Image {
  const tags = changed(image.tags, change);
  const result = updated(image, { tags, now });
  if (result !== image && tags.length > MAX_TAGS)
    throw InvalidInput.of(
      'too-many-tags',
      `The image ${image.id} would have ${tags.length} tags; at most ${MAX_TAGS} are allowed.`,
    );
  return result;
}

function changed(tags: readonly string[], change: TagChange): readonly string[] {
  if (change.kind === 'set') return change.tags;
  return [...new Set([...tags, ...change.add])].filter((tag) => !change.remove.includes(tag));
}

/** How the times of many photos change: all to one, all back to what the files say, or each by the same difference. */
export type TakenChange = { readonly now: number } & (
  | { readonly kind: 'set'; readonly takenAt: string }
  | { readonly kind: 'reset' }
  /** Images without a time stay. */
  | { readonly kind: 'shift'; readonly minutes: number }
);

/**
 * The image with its time changed; the same object if nothing changes. `updatedAt` always increases.
 * @throws {InvalidInput} when its time would leave the years 1 to 9999.
 */
export function changeTaken(image: Image, change: TakenChange): Image {
  const { now } = change;
  switch (change.kind) {
    case 'set':
      return updated(image, { takenAt: change.takenAt, now });
    case 'reset':
      return updated(image, { takenAt: null, now });
    case 'shift': {
      const taken = takenOf(image);
      if (taken === undefined) return image;
      return updated(image, { takenAt: shiftedTime(taken.at, change.minutes), now });
    }
  }
}
