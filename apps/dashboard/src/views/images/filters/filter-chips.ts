import { i18n } from '../../../i18n/i18n.svelte.ts';
import { periodText } from '../days/day-texts.ts';
import type { FilterName, LibraryFilter } from '../library/filter.ts';
import { contributorNames } from '../library/contributors.svelte.ts';
import { positionText } from '../library/photo-facts.ts';

const MOST_STARS = 5;

/** A condition of a filter as people see it. */
export interface FilterChip {
  readonly text: string;
  /** What the address has without this condition; an empty text for nothing. */
  readonly without: Readonly<Partial<Record<FilterName, string>>>;
}

/** The conditions of a filter besides its folder and its words. */
export function chipsOf(filter: LibraryFilter): readonly FilterChip[] {
  const { filters, photoDetails, visibility } = i18n.t;
  return [
    ...taken(filter),
    ...place(filter),
    ...(filter.camera === '' ? [] : [{ text: filter.camera, without: { camera: '' } }]),
    ...each('type', filter.type, typeText),
    ...each('visibility', filter.visibility, (word) => visibility.names[word]),
    ...(filter.favourite ? [{ text: photoDetails.onlyFavourites, without: { favourite: '' } }] : []),
    ...(filter.rating === 0 ? [] : [{ text: ratingText(filter.rating), without: { rating: '' } }]),
    ...each('without', filter.without, (word) => filters.lacking[word]),
    ...each('tags', filter.tags, (tag) => filters.tag(tag)),
    ...contributor(filter.guest, 'guest'),
    ...contributor(filter.addedBy, 'addedBy'),
  ];
}

function contributor(id: string, name: 'guest' | 'addedBy'): readonly FilterChip[] {
  if (id === '') return [];
  const texts = i18n.t.contributions;
  return [{ text: texts.addedByNamed(contributorNames.of(id) || texts.someone), without: { [name]: '' } }];
}

/** Such as `JPEG`. */
export function typeText(type: string): string {
  const name = type.slice('image/'.length);
  return name === 'jxl' ? 'JPEG XL' : name === 'webp' ? 'WebP' : name.toUpperCase();
}

/** Such as `4 stars or more`. */
export function ratingText(rating: number): string {
  const { photoDetails } = i18n.t;
  if (rating < 0) return photoDetails.rejected;
  const stars = photoDetails.stars(rating);
  return rating === MOST_STARS ? stars : photoDetails.orMore(stars);
}

/** Such as `500 m` or `2 km`. */
export function distanceText(meters: number): string {
  const [value, unit] = meters < 1_000 ? [meters, 'meter'] : [meters / 1_000, 'kilometer'];
  return value.toLocaleString(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 });
}

function taken({ takenFrom, takenTo }: LibraryFilter): readonly FilterChip[] {
  const { filters } = i18n.t;
  const without = { takenFrom: '', takenTo: '' };
  if (takenFrom !== '' && takenTo !== '')
    return [{ text: filters.range(periodText(takenFrom), periodText(takenTo)), without }];
  if (takenFrom !== '') return [{ text: filters.since(periodText(takenFrom)), without }];
  return takenTo === '' ? [] : [{ text: filters.until(periodText(takenTo)), without }];
}

function place({ bbox, near, radius }: LibraryFilter): readonly FilterChip[] {
  const { filters } = i18n.t;
  const [longitude, latitude] = near;
  const area = bbox.length > 0 ? [{ text: filters.area, without: { bbox: '' } }] : [];
  if (longitude === undefined || latitude === undefined) return area;
  const where = positionText({ latitude, longitude }, i18n.language, 2);
  const text = filters.near(distanceText(radius), where);
  return [...area, { text, without: { near: '', radius: '' } }];
}

function each<T extends string>(
  name: FilterName,
  words: readonly T[],
  textOf: (word: T) => string,
): readonly FilterChip[] {
  return words.map((word) => ({
    text: textOf(word),
    without: { [name]: words.filter((other) => other !== word).join(',') },
  }));
}
