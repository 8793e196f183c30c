import { InvalidInput, toNfc, type EventFact } from '@cairn/kernel';
import type { Image } from '../image/image.js';
import { matchesQuery, type ImageSort } from '../catalog/query/image-query.js';
import { parseImageFilter, type ImageFilter } from '../library/read-images.js';

/** `manual` is the order in which images were placed; the others are by creation, as in listings. */
export const ALBUM_ORDERS = ['manual', 'newest', 'oldest'] as const;
export type AlbumOrder = (typeof ALBUM_ORDERS)[number];

export const MAX_ALBUM_IMAGES = 10_000;
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** The saved search of a smart album, whose images are those that match now. */
export type AlbumQuery = Omit<ImageFilter, 'sort'> & { readonly sort?: ImageSort | undefined };

/** A titled selection of an owner's images. An image may be in many. Times in epoch milliseconds. */
export interface Album {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  readonly order: AlbumOrder;
  /** The chosen cover. Absent if none was chosen, or if the image was deleted or taken out of the album. */
  readonly coverId?: string | undefined;
  /** Only of a smart album. No image can be placed in it. */
  readonly query?: AlbumQuery | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Identifies an album and its owner. */
export interface AlbumKey {
  readonly owner: string;
  readonly id: string;
}

/** An album with what its store knows of its images. */
export interface FilledAlbum {
  readonly album: Album;
  /** 0 for a smart album, because its images are not counted. */
  readonly imageCount: number;
  /** The chosen cover, or else the first image. */
  readonly cover?: Image | undefined;
}

/**
 * Drops the chosen cover of a smart album if it no longer matches the query: an image can leave such an album without a
 * write to the album.
 */
export function withCurrentCover(filled: FilledAlbum): FilledAlbum {
  const { album, imageCount, cover } = filled;
  if (album.query === undefined || cover === undefined) return filled;
  if (matchesQuery(parseImageFilter(album.query), cover)) return filled;
  return { album: { ...album, coverId: undefined }, imageCount };
}

/** The changes of an album. Absent fields stay. */
export interface AlbumChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly order?: AlbumOrder | undefined;
  /** `null` for the first image. */
  readonly coverId?: string | null | undefined;
}

/** Parses a title: NFC, trimmed. @throws {InvalidInput} */
export function parseTitle(text: string): string {
  const title = toNfc(text).trim();
  if (title === '' || title.length > MAX_TITLE_LENGTH)
    throw InvalidInput.of('invalid-length', `The title must have 1 to ${MAX_TITLE_LENGTH} characters.`);
  return plain(title, 'title', /[\p{Cc}\p{Cs}]/u);
}

/** Parses a description: NFC, trimmed, possibly of several lines. @throws {InvalidInput} */
export function parseDescription(text: string): string {
  const description = toNfc(text).trim();
  if (description.length > MAX_DESCRIPTION_LENGTH)
    throw InvalidInput.of(
      'invalid-length',
      `The description must have at most ${MAX_DESCRIPTION_LENGTH} characters.`,
    );
  return plain(description, 'description', /[^\P{Cc}\n\r\t]|\p{Cs}/u);
}

function plain(text: string, name: string, unwanted: RegExp): string {
  if (!unwanted.test(text)) return text;
  throw InvalidInput.of('invalid-character', `The ${name} has a control character or half a surrogate pair.`);
}

export function albumCreated(album: AlbumKey): EventFact {
  return fact('album-created', album);
}

/** The details of the album, or the images in it, have changed. */
export function albumUpdated(album: AlbumKey): EventFact {
  return fact('album-updated', album);
}

export function albumDeleted(album: AlbumKey): EventFact {
  return fact('album-deleted', album);
}

function fact(type: string, { owner, id }: AlbumKey): EventFact {
  return { type, aggregateId: id, payload: { owner } };
}
