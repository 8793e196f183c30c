import { InvalidInput } from '@cairn/kernel';
import type { Image } from '../../image/image.js';
import { takenKey } from '../../image/taken.js';
import { nameKey, type ImageSort } from './image-query.js';

/** The position of an image in a sorted listing. `key` is the sort key: a time, a size or a folded name. */
export interface ImagePlace {
  readonly key: number | string;
  readonly id: string;
}

/** Requests at most `limit` images that follow `after`. */
export interface ImagePageRequest {
  readonly limit: number;
  readonly after?: ImagePlace | undefined;
}

/** A page of images. `next` is absent on the last page. */
export interface ImagePage {
  readonly images: readonly Image[];
  readonly next?: ImagePlace;
}

export function placeOf(image: Image, sort: ImageSort): ImagePlace {
  const { id, createdAt, file } = image;
  switch (sort) {
    case 'newest':
    case 'oldest':
      return { key: createdAt, id };
    case 'name':
      return { key: nameKey(image), id };
    case 'size':
      return { key: file.sizeInBytes, id };
    case 'taken':
    case 'taken-oldest':
      return { key: takenKey(image), id };
  }
}

/** Makes a page from up to `limit + 1` images of a store. The extra one only shows that there is a next page. */
export function toImagePage(found: readonly Image[], limit: number, sort: ImageSort): ImagePage {
  const images = found.slice(0, limit);
  const last = images.at(-1);
  return found.length > limit && last !== undefined ? { images, next: placeOf(last, sort) } : { images };
}

export function formatImagePlace({ key, id }: ImagePlace): string {
  return `${id}~${key}`;
}

/** @throws {InvalidInput} if `text` does not come from `formatImagePlace` of a listing with this order. */
export function parseImagePlace(text: string, sort: ImageSort): ImagePlace {
  const [, id, key] = /^([0-9A-Za-z]{1,64})~(.{0,2000})$/su.exec(text) ?? [];
  if (id !== undefined && key !== undefined) {
    if (sort === 'name') return { key, id };
    if (/^-?\d{1,16}$/.test(key)) return { key: Number(key), id };
  }
  throw InvalidInput.of('invalid-cursor', 'The cursor is not a `nextCursor` of this listing in this order.');
}
