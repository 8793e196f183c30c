import * as z from 'zod';
import { albumInclusionsSchema, imagesQuerySchema } from './gallery.js';
import { imageTypes, LACKINGS, MAX_RADIUS_METERS } from './image-filter.js';
import { imageRecordSchema } from './images.js';
import { MAX_PAGE_SIZE, pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';

const title = z.string().describe('1 to 200 characters.');
const description = z.string().describe('At most 2,000 characters, in one or several lines.');
const order = z
  .enum(['manual', 'newest', 'oldest'])
  .describe('`manual` is the order in which images were placed; the others are by creation.');
/** The maximum number of images with which an album is made. JSON bodies with more values are not read. */
export const MAX_FIRST_IMAGES = 9_000;
const anyIds = z.array(z.string()).describe('Identifiers of images.');
const imageIds = anyIds.min(1).max(MAX_PAGE_SIZE);
const time = z.iso.datetime({ offset: true }).optional();
const { recursive, tagMatch, takenFrom, takenTo, bbox, camera, without, addedBy, guest, sort } =
  imagesQuerySchema.shape;

/** What a smart album looks for: the conditions of a listing. */
export const albumQuerySchema = z.strictObject({
  path: z.string().optional().describe('Images in this folder and below it, by whole segments.'),
  recursive: z
    .boolean()
    .optional()
    .describe(recursive.description ?? ''),
  tags: z.array(z.string()).max(50).optional().describe('Images with these tags.'),
  tagMatch,
  q: z.string().max(200).optional().describe('Words, as in a listing.'),
  type: z.array(z.enum(imageTypes)).max(20).optional().describe('Images of these media types.'),
  favourite: z.boolean().optional().describe('`true` for favourites only.'),
  rating: z
    .union([z.literal(-1), z.int().min(1).max(5)])
    .optional()
    .describe('Images with at least so many stars; -1 for the rejected ones.'),
  from: time.describe('Images created at this time or later.'),
  to: time.describe('Images created before this time.'),
  takenFrom,
  takenTo,
  bbox: z
    .array(z.number())
    .length(4)
    .refine(([west = 181, south = 91, east = 181, north = 91]) =>
      [west / 2, south, east / 2, north].every((degrees) => Math.abs(degrees) <= 90),
    )
    .optional()
    .describe(bbox.description ?? ''),
  near: z
    .strictObject({
      longitude: z.number().min(-180).max(180),
      latitude: z.number().min(-90).max(90),
      radius: z.number().min(0).max(MAX_RADIUS_METERS).describe('In metres.'),
    })
    .optional()
    .describe('Photos taken at most so far from here.'),
  camera,
  without: z
    .array(z.enum(LACKINGS))
    .max(LACKINGS.length)
    .optional()
    .describe(without.description ?? ''),
  addedBy,
  guest,
  sort,
});

export type AlbumQueryRecord = z.infer<typeof albumQuerySchema>;

export const albumRecordSchema = z
  .object({
    id: z.string(),
    title,
    description,
    order,
    imageCount: z
      .int()
      .min(0)
      .nullable()
      .describe('`null` for an album with a `query`, whose images nobody counts.'),
    cover: imageRecordSchema
      .pick({ id: true, url: true })
      .nullable()
      .describe(
        'The chosen cover, or else the first image; `null` for none. An album with a `query` has only a chosen one.',
      ),
    coverId: z.string().nullable().describe('The image that was chosen as the cover.'),
    query: albumQuerySchema.nullable().describe('What a smart album looks for; `null` for any other album.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'AlbumRecord' });

export type AlbumRecord = z.infer<typeof albumRecordSchema>;

export const placedImagesSchema = albumRecordSchema
  .extend({ missing: z.array(z.string()).describe('Identifiers of no image of this account.') })
  .meta({ id: 'PlacedImages' });

export type PlacedImagesRecord = z.infer<typeof placedImagesSchema>;

export const createAlbumBodySchema = z
  .strictObject({
    title,
    description: description.optional(),
    order: order.optional(),
    images: anyIds.max(MAX_FIRST_IMAGES).optional(),
    coverId: z.string().optional().describe('An image of the account. Default: the first one.'),
    query: albumQuerySchema.optional().describe('Makes a smart album, without `images` of its own.'),
  })
  .check(({ value: { images = [], query }, issues }) => {
    if (query !== undefined && images.length > 0)
      issues.push({
        code: 'custom',
        input: images,
        path: ['images'],
        message: 'must be left out beside `query`',
      });
  });

export type CreateAlbumBody = z.infer<typeof createAlbumBodySchema>;

export const patchAlbumBodySchema = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    order: order.optional(),
    coverId: z.string().nullable().optional().describe('An image of the account; `null` for the first one.'),
  })
  // Without any of them the request would change nothing.
  .check(({ value, issues }) => {
    if (Object.values(value).every((part) => part === undefined))
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['title'] });
  });

export type PatchAlbumBody = z.infer<typeof patchAlbumBodySchema>;

export const placeImagesBodySchema = z.strictObject({
  images: imageIds,
  before: z
    .string()
    .optional()
    .describe(
      'The image of the album that they go before, also those that are in it; if it is one of them, they go where it is. Default: to the end.',
    ),
});

export const takeImagesBodySchema = z.strictObject({ images: imageIds });

const page = {
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: imagesQuerySchema.shape.cursor,
};

export const albumsQuerySchema = z.object({
  limit: page.limit,
  cursor: page.cursor,
  image: z.string().optional().describe('Albums with this image in them.'),
});

export const albumPageSchema = z
  .object({
    albums: z.array(albumRecordSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'AlbumPage' });

export type AlbumPage = z.infer<typeof albumPageSchema>;

export const albumImagesQuerySchema = z.object({
  limit: page.limit,
  cursor: page.cursor,
  include: albumInclusionsSchema,
});
