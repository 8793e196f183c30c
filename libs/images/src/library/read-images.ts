import { InvalidInput, parseAll, type PortsOf, type Page, type PageRequest, parsePage } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { parseGuestId } from '../image/guest.js';
import { parseAddedBy } from '../image/added-by.js';
import type { ImageType } from '../image/image-type.js';
import type { Box, Circle } from '../image/photo-place.js';
import { parseTakenPeriod } from '../image/taken.js';
import type { Visibility } from '../image/visibility.js';
import { parseImagePath } from '../names/image-path.js';
import { parseWantedTags, normalizeTag } from '../names/tag.js';
import type { ImagePage, ImagePageRequest } from '../catalog/query/image-page.js';
import type { ImageCondition, ImageQuery, ImageSort, Lacking } from '../catalog/query/image-query.js';
import { wordsOf } from '../catalog/query/search-words.js';
import type { Image } from '../image/image.js';

const MAX_SEARCHED_WORDS = 10;
const MOST_STARS = 5;

/** A filter for images. Absent parts do not restrict. */
export interface ImageFilter {
  readonly path?: string | undefined;
  /** `tree` includes the folders below `path`, which is the default. */
  readonly depth?: 'tree' | 'own' | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tagMatch?: 'all' | 'any' | undefined;
  readonly text?: string | undefined;
  readonly types?: readonly ImageType[] | undefined;
  readonly visibilities?: readonly Visibility[] | undefined;
  /** `true` for favourites only. */
  readonly favourite?: boolean | undefined;
  /** 1 to 5: rated at least so; -1: rejected. */
  readonly rating?: number | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** A year, a month or a day, such as `2024-07-01`, which is included; by the camera's own clock. */
  readonly takenFrom?: string | undefined;
  readonly takenTo?: string | undefined;
  readonly box?: Box | undefined;
  readonly near?: Circle | undefined;
  /** A name as `ListCameras` has it. */
  readonly camera?: string | undefined;
  readonly without?: readonly Lacking[] | undefined;
  /** `user:ID`, `key:ID` or `link:ID`. */
  readonly addedBy?: string | undefined;
  /** The identifier of a guest who added images by a link. */
  readonly guest?: string | undefined;
  readonly sort?: ImageSort | undefined;
}

/** Lists an owner's images that match a filter, in an order, page by page. */
export class ListImages {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListImages.ports>) {}

  /** @throws {InvalidInput} naming every fault of the filter. */
  async execute(owner: string, filter: ImageFilter, page: ImagePageRequest): Promise<ImagePage> {
    return await this.ports.catalog.list(owner, parseImageFilter(filter), parsePage(page));
  }
}

/** @throws {InvalidInput} naming every fault. */
export function parseImageFilter(filter: ImageFilter): ImageQuery {
  parseAll({ tags: () => assertTags(filter.tags) });
  return storedImageFilter(filter);
}

/**
 * @throws {InvalidInput} if all tags are blank. No image has a blank tag, and a filter without the condition would find
 * more images.
 */
function assertTags(tags: readonly string[] = []): void {
  if (tags.length > 0 && tags.every((tag) => tag.trim() === ''))
    throw InvalidInput.of('empty-tag', 'A tag must not be blank.');
}

/** A filter that was parsed before it was stored, possibly by an earlier version. */
export function storedImageFilter(filter: ImageFilter): ImageQuery {
  const { path, tags, takenFrom, takenTo, addedBy, guest } = parseAll({
    path: () => (filter.path === undefined ? undefined : parseImagePath(filter.path)),
    tags: () => parseWantedTags(filter.tags ?? []),
    takenFrom: () => (filter.takenFrom === undefined ? undefined : parseTakenPeriod(filter.takenFrom)),
    takenTo: () => (filter.takenTo === undefined ? undefined : parseTakenPeriod(filter.takenTo)),
    addedBy: () => (filter.addedBy === undefined ? undefined : parseAddedBy(filter.addedBy)),
    guest: () => (filter.guest === undefined ? undefined : parseGuestId(filter.guest)),
  });
  const {
    depth = 'tree',
    tagMatch: match = 'all',
    types,
    visibilities,
    favourite = false,
    rating,
    from,
    until,
    sort = 'newest',
  } = filter;
  const where: ImageCondition[] = [];
  if (path !== undefined && (path !== '' || depth === 'own')) where.push({ kind: 'folder', path, depth });
  if (tags.length > 0) where.push({ kind: 'tags', tags, match });
  if (filter.text !== undefined && filter.text.trim() !== '') where.push(textCondition(filter.text));
  if (types !== undefined && types.length > 0) where.push({ kind: 'types', types: [...new Set(types)] });
  if (visibilities !== undefined && visibilities.length > 0)
    where.push({ kind: 'visibilities', visibilities });
  if (favourite) where.push({ kind: 'favourites' });
  if (rating !== undefined)
    where.push({ kind: 'rating', from: rating, to: rating < 0 ? rating : MOST_STARS });
  if (from !== undefined || until !== undefined) where.push({ kind: 'created', from, until });
  if (takenFrom !== undefined || takenTo !== undefined)
    where.push({ kind: 'taken', from: takenFrom?.from, until: takenTo?.until });
  where.push(...photoConditions(filter));
  if (addedBy !== undefined) where.push({ kind: 'addedBy', by: addedBy });
  if (guest !== undefined) where.push({ kind: 'guest', guest });
  return { where, sort };
}

function photoConditions({ box, near, camera, without = [] }: ImageFilter): readonly ImageCondition[] {
  return [
    ...(box === undefined ? [] : [{ kind: 'box', box } as const]),
    ...(near === undefined ? [] : [{ kind: 'near', ...near } as const]),
    ...(camera === undefined ? [] : [{ kind: 'camera', camera } as const]),
    ...[...new Set(without)].map((what) => ({ kind: 'without', what }) as const),
  ];
}

/** A text without a letter or digit matches no name: it becomes a word that no image has. */
function textCondition(text: string): ImageCondition {
  const words = wordsOf(text).slice(0, MAX_SEARCHED_WORDS);
  return { kind: 'words', words: words.length > 0 ? words : [NO_WORD] };
}

const NO_WORD = '-';

/** Lists an owner's images with a tag, newest first. */
export class ListImagesByTag {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListImagesByTag.ports>) {}

  async execute(owner: string, tag: string, page: PageRequest): Promise<Page<Image>> {
    return await this.ports.catalog.listByTag(owner, normalizeTag(tag), parsePage(page));
  }
}

/** Returns images of an owner. */
export class ReadImage {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ReadImage.ports>) {}

  /** @throws {ImageNotFound} when the owner has no such image, whether or not another owner has. */
  execute(owner: string, id: string): Promise<Image> {
    return this.ports.catalog.get(owner, id);
  }

  /** The given images that the owner has, in any order. */
  find(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return this.ports.catalog.find(owner, ids);
  }
}
