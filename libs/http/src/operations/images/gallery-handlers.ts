import {
  imagesQuerySchema,
  pathsQuerySchema,
  tagsQuerySchema,
  type ImagePage,
  type PathList,
  type TagList,
} from '@cairn/api-schema';
import {
  formatImagePlace,
  ListFolders,
  ListImages,
  ListTags,
  parseImagePlace,
  type ImageFilter,
} from '@cairn/images';
import { parseAll } from '@cairn/kernel';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { compressed } from '../../responses/compressed.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { galleryImage } from '../../images/image-view.js';

const IMAGES_PER_PAGE = 100;
const TAGS = 100;
const FOLDERS_PER_PAGE = 1_000;

/** Listings of images, tags and folders. */
export function galleryHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const listImages = application.get(ListImages);
  const listTags = application.get(ListTags);
  const listFolders = application.get(ListFolders);
  return {
    listImages: compressed(async ({ request, query }) => {
      const asked = parse(query, imagesQuerySchema);
      const {
        limit = IMAGES_PER_PAGE,
        cursor,
        sort = 'newest',
        path,
        recursive = true,
        include = [],
      } = asked;
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseImagePlace(cursor, sort)),
      });
      const filter: ImageFilter = {
        path,
        depth: recursive ? 'tree' : 'own',
        tags: asked.tags === '' ? undefined : asked.tags?.split(','), // forms send empty tags like this
        tagMatch: asked.tagMatch,
        text: asked.q,
        types: asked.type,
        visibilities: asked.visibility,
        from: timeOf(asked.from),
        until: timeOf(asked.to),
        sort,
      };
      const found = await listImages.execute(callerOf(request).accountId, filter, { limit, after });
      return {
        images: found.images.map((image) => galleryImage(image, { addresses, include })),
        ...(found.next && { nextCursor: formatImagePlace(found.next) }),
      } satisfies ImagePage;
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

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
