import { albumImagesQuerySchema, albumsQuerySchema, type AlbumPage, type ImagePage } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { ReadAlbums } from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { actingIn } from '../access/acting.js';
import { callerOf } from '../access/caller.js';
import type { SharedAccess } from '../access/shared-access.js';
import { parse } from '../http/faults.js';
import type { Addresses } from '../http/addresses.js';
import { compressed } from '../http/responses/compressed.js';
import { sendJson } from '../http/responses/send-json.js';
import type { OperationHandler } from '../http/operations/operation-handler.js';
import { albumRecord } from './album-view.js';
import { galleryImage } from '../images/image-view.js';

const PER_PAGE = 100;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly shared: Pick<SharedAccess, 'shownAlbum'>;
}

/** Listings of albums and of their images. */
export function albumHandlers({
  application,
  addresses,
  shared,
}: Options): Readonly<Record<string, OperationHandler>> {
  const readAlbums = application.get(ReadAlbums);
  return {
    listAlbums: compressed(async ({ request, response, query }) => {
      const { limit = PER_PAGE, cursor, image } = parse(query, albumsQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await readAlbums.list(callerOf(request).accountId, { limit, after }, image);
      sendJson(response, {
        albums: items.map((album) => albumRecord(album, addresses)),
        ...(next && { nextCursor: formatCursor(next) }),
      } satisfies AlbumPage);
    }),

    getAlbum: async ({ request, response, params: { id = '' } }) => {
      const album = await readAlbums.execute({ owner: callerOf(request).accountId, id });
      sendJson(response, albumRecord(await shared.shownAlbum(actingIn(request), album), addresses));
    },

    listAlbumImages: compressed(async ({ request, response, query, params: { id = '' } }) => {
      const { limit = PER_PAGE, cursor, include = [] } = parse(query, albumImagesQuerySchema);
      const key = { owner: callerOf(request).accountId, id };
      const { images, nextCursor } = await readAlbums.images(key, { limit, cursor });
      sendJson(response, {
        images: images.map((image) => galleryImage(image, { addresses, include })),
        ...(nextCursor !== undefined && { nextCursor }),
      } satisfies ImagePage);
    }),
  };
}
