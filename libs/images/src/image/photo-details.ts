import { InvalidInput, toNfc } from '@cairn/kernel';

/** Where a photo was taken, in degrees. */
export interface PhotoPosition {
  readonly longitude: number;
  readonly latitude: number;
}

/** What a person says of a photo. Absent members were not said. */
export interface PhotoDetails {
  /** One line. */
  readonly title?: string | undefined;
  /** One or several lines. */
  readonly caption?: string | undefined;
  /** Absent instead of `false`. */
  readonly favourite?: boolean | undefined;
  /** 0 to 5 stars; -1 for a rejected photo, as in XMP. */
  readonly rating?: number | undefined;
  /** Takes precedence over that of the file. */
  readonly position?: PhotoPosition | undefined;
}

export const MAX_PHOTO_TITLE_LENGTH = 200;
export const MAX_CAPTION_LENGTH = 2_000;

const MAX_TITLE_UNITS = 8 * MAX_PHOTO_TITLE_LENGTH;
const MAX_CAPTION_UNITS = 8 * MAX_CAPTION_LENGTH;

/** Parses a title: NFC, trimmed; `null` for a blank one. @throws {InvalidInput} */
export function parsePhotoTitle(text: string): string | null {
  const title = shortened(text, MAX_TITLE_UNITS);
  if (title.length > MAX_PHOTO_TITLE_LENGTH) throw tooLong('title', MAX_PHOTO_TITLE_LENGTH);
  return plain(title, 'title', /[\p{Cc}\p{Cs}]/u);
}

/** Parses a caption: NFC, trimmed, possibly of several lines; `null` for a blank one. @throws {InvalidInput} */
export function parseCaption(text: string): string | null {
  const caption = shortened(text, MAX_CAPTION_UNITS).replaceAll(/\r\n?/g, '\n');
  if (caption.length > MAX_CAPTION_LENGTH) throw tooLong('caption', MAX_CAPTION_LENGTH);
  return plain(caption, 'caption', /[^\P{Cc}\n\t]|\p{Cs}/u);
}

/** Parses whether a photo is a favourite; `null` for no. A form has a text. @throws {InvalidInput} */
export function parseFavourite(given: boolean | string): true | null {
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false' || given === '') return null;
  throw InvalidInput.of('unknown-choice', '`favourite` must be `true` or `false`.');
}

/** Parses a rating; `null` for none. A form has a text. @throws {InvalidInput} */
export function parseRating(given: number | string | null): number | null {
  if (given === null || given === '') return null;
  const rating = typeof given === 'string' && /^(?:-1|[0-5])$/.test(given) ? Number(given) : given;
  if (typeof rating === 'number' && Number.isInteger(rating) && rating >= -1 && rating <= 5) return rating;
  throw InvalidInput.of('out-of-range', '`rating` must be a whole number from -1 to 5.');
}

/** Details from elsewhere, as far as they can be stored: texts are shortened, and what is impossible is left out. */
export function cleanPhotoDetails({ title, caption, favourite, rating }: PhotoDetails): PhotoDetails {
  const shown = {
    title: title && cleaned(title, { length: MAX_PHOTO_TITLE_LENGTH, unwanted: /[\p{Cc}\p{Cs}]/gu }),
    caption: caption && cleaned(caption, { length: MAX_CAPTION_LENGTH, unwanted: /[^\P{Cc}\n\t]|\p{Cs}/gu }),
  };
  const isRated = rating !== undefined && Number.isInteger(rating) && rating >= -1 && rating <= 5;
  return {
    ...(shown.title && { title: shown.title }),
    ...(shown.caption && { caption: shown.caption }),
    ...(favourite === true && { favourite }),
    // Programs write 0 for photos that nobody has rated.
    ...(isRated && rating !== 0 && { rating }),
  };
}

function cleaned(
  text: string,
  { length, unwanted }: { readonly length: number; readonly unwanted: RegExp },
): string {
  const plainText = toNfc(text.slice(0, 8 * length))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unwanted, ' ')
    .trim();
  return plainText
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

const NUMBER = String.raw`-?\d{1,3}(?:\.\d{1,20})?`;
const PAIR = new RegExp(`^(${NUMBER}),(${NUMBER})$`);

/**
 * Parses a position; `null` for none. A form has a text: longitude and latitude, separated by a comma.
 * @throws {InvalidInput}
 */
export function parsePhotoPosition(given: PhotoPosition | string | null): PhotoPosition | null {
  if (given === null || given === '') return null;
  const { longitude, latitude } = typeof given === 'string' ? pairOf(given) : given;
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
    return { longitude: rounded(longitude), latitude: rounded(latitude) };
  throw InvalidInput.of(
    'out-of-range',
    '`position` must have a longitude from -180 to 180 and a latitude from -90 to 90.',
  );
}

/** To a centimetre, as positions in files are. -0 becomes 0. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7 + 0;

function pairOf(text: string): PhotoPosition {
  const [, longitude, latitude] = PAIR.exec(text) ?? [];
  return { longitude: Number(longitude), latitude: Number(latitude) };
}

/** NFC shortens a text to a quarter at most, so a text longer than `units` stays too long. */
function shortened(text: string, units: number): string {
  return text.length > units ? text : toNfc(text).trim();
}

function tooLong(name: string, length: number): InvalidInput {
  return InvalidInput.of('too-long', `\`${name}\` must have at most ${length} characters.`);
}

function plain(text: string, name: string, unwanted: RegExp): string | null {
  if (unwanted.test(text))
    throw InvalidInput.of(
      'invalid-character',
      `\`${name}\` has a control character or half a surrogate pair.`,
    );
  return text === '' ? null : text;
}
