import type { PhotoPosition } from '@cairn/image-structure';
import { photoPositionOf, type Image } from '../../image/image.js';
import type { ImageType } from '../../image/image-type.js';
import { cameraOf, isNear, isPlacedWithin, type Box } from '../../image/photo-place.js';
import { FIRST_TAKEN_KEY, takenKey, takenOf } from '../../image/taken.js';
import type { Visibility } from '../../image/visibility.js';
import { fold, searchWords } from './search-words.js';

/** A condition on an image. `ImageQuery` combines conditions. */
export type ImageCondition =
  /** In the folder: `tree` includes the folders below it, `own` does not. */
  | { readonly kind: 'folder'; readonly path: string; readonly depth: 'tree' | 'own' }
  | { readonly kind: 'tags'; readonly tags: readonly string[]; readonly match: 'all' | 'any' }
  /** Each of these, folded, must be a prefix of one of its `searchWords`. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'types'; readonly types: readonly ImageType[] }
  | { readonly kind: 'visibilities'; readonly visibilities: readonly Visibility[] }
  | { readonly kind: 'favourites' }
  /** Rated at least `from` and at most `to`. */
  | { readonly kind: 'rating'; readonly from: number; readonly to: number }
  /** From `from`, before `until`; in epoch milliseconds. */
  | { readonly kind: 'created'; readonly from?: number | undefined; readonly until?: number | undefined }
  /** Taken from `from`, before `until`: local times as in `takenKey`. Without both, any time. */
  | { readonly kind: 'taken'; readonly from?: number | undefined; readonly until?: number | undefined }
  | { readonly kind: 'box'; readonly box: Box }
  /** At most `radiusInMeters` from the centre, on a sphere. */
  | { readonly kind: 'near'; readonly centre: PhotoPosition; readonly radiusInMeters: number }
  /** A name by `cameraOf`. */
  | { readonly kind: 'camera'; readonly camera: string }
  | { readonly kind: 'without'; readonly what: Lacking }
  /** `addedBy` of the image is this. */
  | { readonly kind: 'addedBy'; readonly by: string }
  /** `guest` of the image is this. */
  | { readonly kind: 'guest'; readonly guest: string };

/** What an image may lack. */
export const LACKINGS = ['place', 'time', 'tags'] as const;
export type Lacking = (typeof LACKINGS)[number];

export const IMAGE_SORTS = ['newest', 'oldest', 'name', 'size', 'taken', 'taken-oldest'] as const;

/**
 * `newest` and `oldest` by creation, `name` by the folded file name from A, `size` from the largest file, `taken` and
 * `taken-oldest` by `takenKey`, images without a time last or first; each then by identifier, in the same direction.
 */
export type ImageSort = (typeof IMAGE_SORTS)[number];

/** Selects the images that meet all conditions, and sorts them. */
export interface ImageQuery {
  readonly where: readonly ImageCondition[];
  readonly sort: ImageSort;
}

/** Whether the image meets every condition of the query. */
export function matchesQuery({ where }: ImageQuery, image: Image): boolean {
  return where.every((condition) => meets(condition, image));
}

const MAX_KEY_LENGTH = 200;

/** The sort key of `name`: a prefix of the folded file name. */
export function nameKey({ fileName }: Pick<Image, 'fileName'>): string {
  return [...fold(fileName)].slice(0, MAX_KEY_LENGTH).join('');
}

/** The folders of a path, from the outermost: `a`, `a/b`. Empty for the top folder. */
export function foldersOf(path: string): readonly string[] {
  if (path === '') return [];
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The parent of a folder; `''` for the top folder. */
export function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

function meets(condition: ImageCondition, image: Image): boolean {
  switch (condition.kind) {
    case 'folder':
      return condition.depth === 'own' || condition.path === ''
        ? condition.depth === 'tree' || image.path === condition.path
        : foldersOf(image.path).includes(condition.path);
    case 'tags': {
      const has = (tag: string): boolean => image.tags.includes(tag);
      return condition.match === 'all' ? condition.tags.every(has) : condition.tags.some(has);
    }
    case 'words': {
      const words = searchWords(image);
      return condition.words.every((start) => words.some((word) => word.startsWith(start)));
    }
    case 'types':
      return condition.types.includes(image.file.contentType);
    case 'visibilities':
      return condition.visibilities.includes(image.visibility);
    case 'favourites':
      return image.favourite === true;
    case 'rating':
      return image.rating !== undefined && image.rating >= condition.from && image.rating <= condition.to;
    case 'created': {
      const { from = -Infinity, until = Infinity } = condition;
      return image.createdAt >= from && image.createdAt < until;
    }
    case 'taken': {
      const { from = FIRST_TAKEN_KEY, until = Infinity } = condition;
      const key = takenKey(image);
      return key >= from && key < until;
    }
    case 'box':
      return isPlacedWithin(image, condition.box);
    case 'near':
      return isNear(image, condition);
    case 'camera':
      return cameraOf(image) === condition.camera;
    case 'without':
      return lacks(image, condition.what);
    case 'addedBy':
      return image.addedBy === condition.by;
    case 'guest':
      return image.guest === condition.guest;
  }
}

function lacks(image: Image, what: Lacking): boolean {
  switch (what) {
    case 'place':
      return photoPositionOf(image) === undefined;
    case 'time':
      return takenOf(image) === undefined;
    case 'tags':
      return image.tags.length === 0;
  }
}
