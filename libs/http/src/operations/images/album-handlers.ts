import type { IncomingMessage } from 'node:http';
import {
  albumImagesQuerySchema,
  albumsQuerySchema,
  type AlbumPage,
  type ImagePage,
  createAlbumBodySchema,
  patchAlbumBodySchema,
  placeImagesBodySchema,
  takeImagesBodySchema,
  type AlbumRecord,
  type PlacedImagesRecord,
  type UploadResult,
} from '@cairn/api-schema';
import { ReadAlbums, ALBUM_ID_LENGTH, ChangeAlbum, CreateAlbum, type FilledAlbum } from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { actingIn, askerIn } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { compressed } from '../../responses/compressed.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';
import { albumRecord, albumQuery, placedImages } from '../../images/album-view.js';
import { galleryImage } from '../../images/image-view.js';
import { readJson } from '../../bodies/json-body.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { existingFor } from '../../images/existing-files.js';
import { assertStillAllowed } from '../../messages/still-allowed.js';
import type { HttpServices } from '../../http-services.js';

const PER_PAGE = 100;

/** Albums, and the images in them. */
export function albumHandlers({
  application,
  contributions,
  contributors: names,
  shared,
  addresses,
}: HttpServices): OperationHandlers {
  const readAlbums = application.get(ReadAlbums);
  const createAlbum = application.get(CreateAlbum);
  const changeAlbum = application.get(ChangeAlbum);
  async function shown(request: IncomingMessage, album: FilledAlbum): Promise<AlbumRecord> {
    return albumRecord(await shared.shownAlbum(actingIn(request), album), addresses);
  }
  return {
    listAlbums: compressed(async ({ request, query }) => {
      const { limit = PER_PAGE, cursor, image } = parse(query, albumsQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await readAlbums.list(callerOf(request).accountId, { limit, after }, image);
      return {
        albums: items.map((album) => albumRecord(album, addresses)),
        ...(next && { nextCursor: formatCursor(next) }),
      } satisfies AlbumPage;
    }),

    getAlbum: async ({ request, params: { id = '' } }) => {
      const album = await readAlbums.execute({ owner: callerOf(request).accountId, id });
      return albumRecord(await shared.shownAlbum(actingIn(request), album), addresses);
    },

    listAlbumImages: compressed(async ({ request, query, params: { id = '' } }) => {
      const { limit = PER_PAGE, cursor, include = [] } = parse(query, albumImagesQuerySchema);
      const key = { owner: callerOf(request).accountId, id };
      const { images, nextCursor } = await readAlbums.images(key, { limit, cursor });
      const contributors = include.includes('addedBy')
        ? await names.of(request, images, { type: 'album', id })
        : undefined;
      return {
        images: images.map((image) => galleryImage(image, { addresses, include, contributors })),
        ...(nextCursor !== undefined && { nextCursor }),
      } satisfies ImagePage;
    }),

    createAlbum: async ({ request, response }): Promise<PlacedImagesRecord> => {
      const { accountId: owner } = callerOf(request);
      const body = await readJson(request, response, createAlbumBodySchema);
      const { images: imageIds, query, ...album } = body;
      const made = await createAlbum.execute(owner, {
        ...album,
        id: requestContextOf(request).attempt?.id(ALBUM_ID_LENGTH),
        imageIds,
        query: query && albumQuery(query),
      });
      response.setHeader('Location', `${addresses.baseUrl}/api/albums/${made.album.album.id}`);
      return placedImages(made, addresses);
    },

    patchAlbum: async ({ request, response, params: { id = '' } }): Promise<AlbumRecord> => {
      const { accountId: owner } = callerOf(request);
      const change = await readJson(request, response, patchAlbumBodySchema);
      if (typeof change.coverId === 'string') await shared.assertSees(actingIn(request), change.coverId);
      return await shown(request, await changeAlbum.execute({ owner, id }, change));
    },

    deleteAlbum: async ({ request, params: { id = '' } }) => {
      const caller = callerOf(request);
      await changeAlbum.remove({ owner: caller.accountId, id }, askerIn(request, caller));
      return NO_CONTENT;
    },

    placeAlbumImages: async ({ request, response, params: { id = '' } }): Promise<PlacedImagesRecord> => {
      const { accountId: owner } = callerOf(request);
      const { images, before } = await readJson(request, response, placeImagesBodySchema);
      const acting = actingIn(request);
      const imageIds = await shared.placeable(acting, images);
      const placed = await changeAlbum.place({ owner, id }, { imageIds, before });
      const missing = new Set(placed.missing);
      noteChanged(request, { images: imageIds.filter((image) => !missing.has(image)) });
      const looked = new Set(imageIds);
      const absent = new Set([...placed.missing, ...images.filter((image) => !looked.has(image))]);
      const album = await shared.shownAlbum(acting, placed.album);
      return placedImages({ album, missing: [...absent] }, addresses);
    },

    uploadAlbumImage: async ({ request, response, params: { id = '' } }): Promise<UploadResult> => {
      const caller = callerOf(request);
      const addedBy = actingIn(request)?.bearer;
      const { image, ...existing } = await contributions.add(
        { owner: caller.accountId, type: 'album', id },
        { request, response },
        { addedBy, existing: existingFor(caller), confirm: () => assertStillAllowed(request) },
      );
      response.setHeader('Location', `${addresses.baseUrl}/api/images/${image.id}`);
      return { id: image.id, url: addresses.ofFile(image), ...existing };
    },

    takeAlbumImages: async ({ request, response, params: { id = '' } }): Promise<AlbumRecord> => {
      const { accountId: owner } = callerOf(request);
      const { images } = await readJson(request, response, takeImagesBodySchema);
      noteChanged(request, { images });
      return await shown(request, await changeAlbum.take({ owner, id }, images));
    },
  };
}
