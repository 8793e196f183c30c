import type { AlbumQueryRecord, ImageFilterQuery } from '@cairn/api-schema';
import { tagsOf } from './tags.ts';

/** `taken` is by the day on which photos were taken; all others are orders of one grid. */
export const sorts = ['taken', 'newest', 'oldest', 'name', 'size'] as const;
export type Sort = (typeof sorts)[number];

type ImageType = NonNullable<ImageFilterQuery['type']>[number];
export const imageTypes = [
  ...(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const),
  ...(['image/heic', 'image/jxl', 'image/tiff', 'image/bmp'] as const),
] as const satisfies readonly ImageType[];
export const visibilities = ['public', 'unlisted', 'private'] as const;
export const lackings = ['place', 'time', 'tags'] as const;
export type Lacking = (typeof lackings)[number];

/** The parts of an address that narrow the shown images. They have the names of the API. */
export const FILTER_NAMES = [
  ...(['path', 'tags', 'q', 'sort', 'type', 'visibility', 'camera', 'without'] as const),
  ...(['takenFrom', 'takenTo', 'bbox', 'near', 'radius', 'favourite', 'rating'] as const),
  ...(['addedBy', 'guest'] as const),
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The radius of `near` unless the address has one, in metres: that of the API. */
export const DEFAULT_RADIUS = 1_000;

/** The filter of the shown images. Texts and lists are empty where nothing is asked for. */
export interface LibraryFilter {
  readonly path: string;
  readonly tags: readonly string[];
  readonly q: string;
  readonly sort: Sort;
  readonly type: readonly ImageType[];
  readonly visibility: readonly (typeof visibilities)[number][];
  readonly camera: string;
  readonly without: readonly Lacking[];
  /** A year, a month or a day, such as `2024-07`; both are inclusive. */
  readonly takenFrom: string;
  readonly takenTo: string;
  /** West, south, east, north in degrees. */
  readonly bbox: readonly number[];
  /** Longitude and latitude in degrees. */
  readonly near: readonly number[];
  /** In metres; used with `near`. */
  readonly radius: number;
  /** Whether it shows favourites only. */
  readonly favourite: boolean;
  /** At least so many stars; -1 for rejected photos, 0 for any. */
  readonly rating: number;
  /** `user:ID`, `key:ID` or `link:ID`. */
  readonly addedBy: string;
  /** The identifier of a guest. */
  readonly guest: string;
}

/** Reads a filter from an address. Parts that are no filter are left out. */
export function filterOf(query: URLSearchParams): LibraryFilter {
  const text = (name: FilterName): string => query.get(name)?.trim() ?? '';
  const known = <T extends string>(name: FilterName, words: readonly T[]): readonly T[] =>
    words.filter((word) => tagsOf(text(name)).includes(word));
  const matching = (name: FilterName, pattern: RegExp): string =>
    pattern.test(text(name)) ? text(name) : '';
  return {
    path: query.get('path') ?? '',
    tags: tagsOf(text('tags')),
    q: query.get('q') ?? '',
    sort: sorts.find((each) => each === text('sort')) ?? 'taken',
    type: known('type', imageTypes),
    visibility: known('visibility', visibilities),
    camera: text('camera'),
    without: known('without', lackings),
    takenFrom: matching('takenFrom', PERIOD),
    takenTo: matching('takenTo', PERIOD),
    bbox: numbersIn(text('bbox'), [180, 90, 180, 90]),
    near: numbersIn(text('near'), [180, 90]),
    radius: Number(matching('radius', /^[1-9]\d{0,7}$/)) || DEFAULT_RADIUS,
    favourite: text('favourite') === 'true',
    rating: Number(matching('rating', /^(?:-1|[1-5])$/)),
    addedBy: matching('addedBy', /^(?:user|key|link):[\w-]{1,58}$/),
    guest: matching('guest', /^[\w-]{1,64}$/),
  };
}

const PERIOD = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;

export const isPeriod = (text: string): boolean => PERIOD.test(text);

/** The numbers in a text with commas, each at most as far from 0 as given; empty if it has others. */
function numbersIn(text: string, bounds: readonly number[]): readonly number[] {
  const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isRight =
    values.length === bounds.length && bounds.every((most, at) => Math.abs(values[at] ?? NaN) <= most);
  return isRight ? values : [];
}

/** The conditions of the API that a filter stands for. */
export function conditionsOf(all: LibraryFilter): Conditions {
  const { sort: _sort, radius, favourite, rating, ...filter } = all;
  const given = Object.entries(filter).filter(([, value]) => value.length > 0);
  return {
    ...Object.fromEntries(given),
    ...(filter.near.length > 0 && { radius }),
    ...(favourite && { favourite }),
    ...(rating !== 0 && { rating }),
  };
}

type Conditions = { readonly [Name in keyof ImageFilterQuery]: ImageFilterQuery[Name] };

/** Whether a filter shows only a part of the images of a folder. */
export const isNarrowed = ({ path: _path, ...filter }: LibraryFilter): boolean =>
  Object.keys(conditionsOf({ ...filter, path: '' })).length > 0;

/** What a smart album looks for. It has no condition of visibility, because its images are shown to others. */
export function albumQueryOf({ visibility: _visibility, ...filter }: LibraryFilter): AlbumQueryRecord {
  const {
    near,
    radius,
    tags: _tags,
    visibility: _none,
    ...conditions
  } = conditionsOf({ ...filter, visibility: [] });
  const [longitude, latitude] = near ?? [];
  return {
    ...conditions,
    sort: filter.sort,
    ...(filter.tags.length > 0 && { tags: [...filter.tags] }),
    ...(longitude !== undefined &&
      latitude !== undefined &&
      radius !== undefined && { near: { longitude, latitude, radius } }),
  };
}
