import type { IncomingMessage } from 'node:http';
import {
  camerasQuerySchema,
  daysQuerySchema,
  DEFAULT_RADIUS_METERS,
  imagesQuerySchema,
  layoutQuerySchema,
  pathsQuerySchema,
  tagsQuerySchema,
  type CameraList,
  type DayList,
  type ImageFilterQuery,
  type ImageLayout,
  type ImagePage,
  type PathList,
  type TagList,
} from '@cairn/api-schema';
import {
  formatImagePlace,
  ListCameras,
  ListDays,
  ListFolders,
  ListImages,
  ListTags,
  parseImagePath,
  parseImagePlace,
  placeOf,
  type Image,
  type ImageFilter,
  type ImagePlace,
  type ImageSort,
} from '@cairn/images';
import { parseAll } from '@cairn/kernel';
import type { GrantedResource } from '@cairn/access';
import { assertRole } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { compressed } from '../../responses/compressed.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { boxOf } from '../../images/album-view.js';
import { galleryImage, imageLayout } from '../../images/image-view.js';

const IMAGES_PER_PAGE = 100;
const LAID_OUT = 1_000;
const TAGS = 100;
const FOLDERS_PER_PAGE = 1_000;

/** Listings of images, tags and folders. */
export function galleryHandlers({
  application,
  addresses,
  contributors: names,
}: HttpServices): OperationHandlers {
  const listImages = application.get(ListImages);
  const listTags = application.get(ListTags);
  const listFolders = application.get(ListFolders);
  const listDays = application.get(ListDays);
  const listCameras = application.get(ListCameras);
  return {
    listImages: compressed(async ({ request, query }) => {
      const asked = parse(query, imagesQuerySchema);
      const { limit = IMAGES_PER_PAGE, cursor, sort = 'newest', include = [] } = asked;
      const { accountId } = callerOf(request);
      const listed = resourceOf(accountId, asked);
      const after = parseCursor(cursor, sort);
      const filter = { ...filterFor(request, asked), sort };
      const found = await listImages.execute(accountId, filter, { limit, after });
      const contributors = include.includes('addedBy')
        ? await names.of(request, found.images, listed)
        : undefined;
      return {
        images: found.images.map((image) => galleryImage(image, { addresses, include, contributors })),
        ...(found.next && { nextCursor: formatImagePlace(found.next) }),
        ...previousCursor(found.images, sort),
      } satisfies ImagePage;
    }),

    layOutImages: compressed(async ({ request, query }) => {
      const { limit = LAID_OUT, cursor, ...asked } = parse(query, layoutQuerySchema);
      const after = parseCursor(cursor, 'taken');
      const filter = { ...filterFor(request, asked), sort: 'taken' } as const;
      const found = await listImages.execute(callerOf(request).accountId, filter, { limit, after });
      return {
        ...imageLayout(found.images, addresses),
        ...(found.next && { nextCursor: formatImagePlace(found.next) }),
      } satisfies ImageLayout;
    }),

    listDays: compressed(async ({ request, query }) => {
      const { cursor, ...asked } = parse(query, daysQuerySchema);
      const { days, undated, next } = await listDays.execute(
        callerOf(request).accountId,
        filterFor(request, asked),
        cursor,
      );
      return {
        days: days.map(({ day }) => day),
        counts: days.map(({ count }) => count),
        ratios: days.map(({ ratios }) => ratios / 1_000),
        undated,
        ...(next !== undefined && { nextCursor: next }),
      } satisfies DayList;
    }),

    listCameras: compressed(async ({ request, query }) => {
      const { limit = TAGS } = parse(query, camerasQuerySchema);
      return {
        cameras: [...(await listCameras.execute(callerOf(request).accountId, limit))],
      } satisfies CameraList;
    }),

    listTags: compressed(async ({ request, query }) => {
      const { q: text, path, limit = TAGS } = parse(query, tagsQuerySchema);
      const tags = await listTags.execute(callerOf(request).accountId, { text, path, limit });
      return { tags: [...tags] } satisfies TagList;
    }),

    listPaths: compressed(async ({ request, query }) => {
      const { parent, limit = FOLDERS_PER_PAGE, cursor: after } = parse(query, pathsQuerySchema);
      const { accountId } = callerOf(request);
      const { folders, next } = await listFolders.execute(accountId, { parent, limit, after });
      return {
        paths: [...folders],
        ...(next !== undefined && { nextCursor: next }),
      } satisfies PathList;
    }),
  };
}

/** @throws {InvalidInput} */
function parseCursor(cursor: string | undefined, sort: ImageSort): ImagePlace | undefined {
  return parseAll({ cursor: () => (cursor === undefined ? undefined : parseImagePlace(cursor, sort)) })
    .cursor;
}

/** The beginning of the page, from which the opposite order goes on. */
function previousCursor(images: readonly Image[], sort: ImageSort): Pick<ImagePage, 'previousCursor'> {
  const [first] = images;
  return first !== undefined && sort.startsWith('taken')
    ? { previousCursor: formatImagePlace(placeOf(first, sort)) }
    : {};
}

/** What a listing is of, for grants on it. */
function resourceOf(accountId: string, { path = '' }: Pick<ImageFilterQuery, 'path'>): GrantedResource {
  const { path: folder } = parseAll({ path: () => parseImagePath(path) });
  return folder === '' ? { type: 'account', id: accountId } : { type: 'folder', id: folder };
}

/** The filter of a query. Guests are known to managers alone. @throws {AccessForbidden} */
function filterFor(request: IncomingMessage, asked: ImageFilterQuery): ImageFilter {
  if (asked.guest !== undefined)
    assertRole(request, resourceOf(callerOf(request).accountId, asked), 'manager');
  return filterOf(asked);
}

/** The filter of a query. */
function filterOf(asked: ImageFilterQuery): ImageFilter {
  const { path, recursive = true, bbox, near, radius = DEFAULT_RADIUS_METERS } = asked;
  const [longitude = 0, latitude = 0] = near ?? [];
  return {
    path,
    depth: recursive ? 'tree' : 'own',
    tags: asked.tags === '' ? undefined : asked.tags?.split(','), // forms send empty tags like this
    tagMatch: asked.tagMatch,
    text: asked.q,
    types: asked.type,
    visibilities: asked.visibility,
    favourite: asked.favourite,
    rating: asked.rating,
    from: timeOf(asked.from),
    until: timeOf(asked.to),
    takenFrom: asked.takenFrom,
    takenTo: asked.takenTo,
    box: bbox && boxOf(bbox),
    near: near && { centre: { longitude, latitude }, radiusInMeters: radius },
    camera: asked.camera,
    without: asked.without,
    addedBy: asked.addedBy,
    guest: asked.guest,
  };
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
