import { cameraOf, foldersOf, ratioOf, type Image, type ImageQuery } from '@cairn/images';
import {
  fold,
  isCompletelyDescribed,
  matchesQuery,
  parentOf,
  placeOf,
  takenDay,
  toImagePage,
  type CameraCount,
  type DayCount,
  type DayCounts,
  type DayRequest,
  type FolderCount,
  type FolderRequest,
  type ImagePage,
  type ImagePageRequest,
  type ImagePlace,
  type TagCount,
  type TagRequest,
} from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';

const DESCENDING: ReadonlySet<string> = new Set(['newest', 'size', 'taken']);

/** The images that match the query, in its order. */
export function listed(
  images: Iterable<Image>,
  query: ImageQuery,
  { limit, after }: ImagePageRequest,
): ImagePage {
  const direction = DESCENDING.has(query.sort) ? -1 : 1;
  const order = (one: ImagePlace, other: ImagePlace): number => direction * comparePlaces(one, other);
  const found = [...images]
    .filter((image) => matchesQuery(query, image))
    .map((image) => ({ image, place: placeOf(image, query.sort) }))
    .filter(({ place }) => after === undefined || order(place, after) > 0)
    .sort((one, other) => order(one.place, other.place))
    .map(({ image }) => image);
  return toImagePage(found, limit, query.sort);
}

/** The images without a complete description. */
export function undescribed(images: readonly Image[], limit: number, after: string): readonly Image[] {
  return images
    .filter(({ id, description }) => !isCompletelyDescribed(description) && compareTexts(id, after) > 0)
    .sort((one, other) => compareTexts(one.id, other.id))
    .slice(0, limit);
}

export function countedTags(
  images: Iterable<Image>,
  { limit, part = '', path }: TagRequest,
): readonly TagCount[] {
  const counted = [...images].filter((image) => path === undefined || foldersOf(image.path).includes(path));
  const counts = countsOf(counted.flatMap((image) => image.tags));
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .filter(({ tag }) => fold(tag).includes(part))
    .sort((one, other) => other.count - one.count || compareTexts(one.tag, other.tag))
    .slice(0, limit);
}

export function countedFolders(
  images: Iterable<Image>,
  { parent, limit, after }: FolderRequest,
): readonly FolderCount[] {
  const counts = countsOf([...images].flatMap((image) => foldersOf(image.path)));
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .filter(({ path }) => parentOf(path) === parent && (after === undefined || compareTexts(path, after) > 0))
    .sort((one, other) => compareTexts(one.path, other.path))
    .slice(0, limit);
}

export function countedCameras(images: Iterable<Image>, limit: number): readonly CameraCount[] {
  return [...countsOf([...images].flatMap((image) => cameraOf(image) ?? []))]
    .map(([camera, count]) => ({ camera, count }))
    .sort((one, other) => other.count - one.count || compareTexts(one.camera, other.camera))
    .slice(0, limit);
}

export function countedDays(images: Iterable<Image>, { where, limit, before }: DayRequest): DayCounts {
  const matching = [...images].filter((image) => matchesQuery({ where, sort: 'taken' }, image));
  const days = new Map<string, DayCount>();
  for (const image of matching) {
    const day = takenDay(image);
    if (day === undefined || (before !== undefined && day >= before)) continue;
    const { count, ratios } = days.get(day) ?? { count: 0, ratios: 0 };
    days.set(day, { day, count: count + 1, ratios: ratios + ratioOf(image.file) });
  }
  const latestFirst = [...days.values()].sort((one, other) => compareTexts(other.day, one.day));
  return {
    days: latestFirst.slice(0, limit),
    undated: matching.filter((image) => takenDay(image) === undefined).length,
  };
}

function comparePlaces(one: ImagePlace, other: ImagePlace): number {
  return compareKeys(one.key, other.key) || compareTexts(one.id, other.id);
}

function compareKeys(one: number | string, other: number | string): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareTexts(String(one), String(other));
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
