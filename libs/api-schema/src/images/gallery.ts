import * as z from 'zod';
import { imageMetadataSchema } from './image-details.js';
import { imageRecordSchema } from './images.js';
import { MAX_PAGE_SIZE, pageQuerySchema } from '../paging.js';
import {
  contributorMembers,
  IMAGE_EXTRAS,
  imageExtras,
  imageExtraTexts,
  imageSettings,
} from './image-members.js';
import { imageFilter, imageTypes, searched, wordList } from './image-filter.js';
import { imageEditSchema } from './photo-details.js';

const limit = pageQuerySchema.shape.limit;

const inclusions = ['file', 'placeholder', ...IMAGE_EXTRAS] as const;
const extrasText = IMAGE_EXTRAS.map((name) => `, \`${name}\` ${imageExtraTexts[name]}`).join('');
const inclusionsText = `What records have besides their own fields: \`file\` is what is known of the file, \`placeholder\` what to show until it has loaded${extrasText}`;

/** The additional fields of image records in an album. */
export const albumInclusionsSchema = wordList(inclusions)
  .describe(`${inclusionsText}.`)
  .meta({ examples: ['file'] });

export const cursor = z
  .string()
  .optional()
  .describe('Start of the page: the `nextCursor` of the previous one, unchanged.');

export const imagesQuerySchema = z.object({
  limit: limit.describe('Page size; 100 by default.'),
  cursor,
  ...imageFilter,
  sort: z
    .enum(['newest', 'oldest', 'name', 'size', 'taken', 'taken-oldest'])
    .optional()
    .describe(
      '`newest` and `oldest` by creation, `name` by file name from A, `size` from the largest file, `taken` from the latest photo and `taken-oldest` from the first; images without a time are behind or before all others. Default: `newest`.',
    ),
  include: wordList([...inclusions, 'metadata'])
    .describe(`${inclusionsText}, \`metadata\` the same as of a single image.`)
    .meta({ examples: ['file'] }),
});

export const galleryImageSchema = imageRecordSchema
  .extend({
    file: z
      .object({
        name: z.string(),
        type: z.enum(imageTypes),
        width: z.int().min(1).describe('Of the upright image, in pixels.'),
        height: z.int().min(1),
        sizeInBytes: z.int().min(0),
        frames: z.int().min(1).describe('1 for an image without animation.'),
      })
      .optional()
      .describe('With `include=file`.'),
    placeholder: z
      .object({
        thumbhash: z.string().describe('ThumbHash, in base64.'),
        color: z.string().describe('The dominant colour, such as `#1a2b3c`.'),
      })
      .optional()
      .describe('With `include=placeholder`, once the image has been looked at.'),
    metadata: imageMetadataSchema.optional().describe('With `include=metadata`.'),
    ...imageExtras,
    ...contributorMembers,
  })
  .meta({ id: 'GalleryImage' });

export type GalleryImage = z.infer<typeof galleryImageSchema>;

export const imagePageSchema = z
  .object({
    images: z.array(galleryImageSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
    previousCursor: z
      .string()
      .optional()
      .describe(
        'With `sort=taken` and `sort=taken-oldest`: the `cursor` with which the other of them lists what is before this page.',
      ),
  })
  .meta({ id: 'ImagePage' });

export type ImagePage = z.infer<typeof imagePageSchema>;

export const tagsQuerySchema = z.object({
  q: searched.describe('Tags with this text in them, whatever the case and accents.'),
  path: z.string().optional().describe('Counts only images in this folder and below it, by whole segments.'),
  limit: limit.describe('At most so many tags; 100 by default.'),
});

export const tagListSchema = z
  .object({ tags: z.array(z.object({ tag: z.string(), count: z.int().min(1) })) })
  .meta({ id: 'TagList' });

export type TagList = z.infer<typeof tagListSchema>;

export const pathsQuerySchema = z.object({
  parent: z.string().optional().describe('The folder whose folders are listed. Default: the top one.'),
  limit: limit.describe(`Page size; ${MAX_PAGE_SIZE} by default.`),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
});

export const pathListSchema = z
  .object({
    paths: z.array(
      z.object({
        path: z.string(),
        count: z.int().min(1).describe('Of images in the folder and below it.'),
      }),
    ),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'PathList' });

export type PathList = z.infer<typeof pathListSchema>;

export const imageIds = z.array(z.string()).min(1).max(MAX_PAGE_SIZE);

export const patchImageBodySchema = z
  .strictObject({
    ...imageSettings,
    edit: imageEditSchema
      .nullable()
      .optional()
      .describe(
        'How the picture is turned and cropped wherever it is shown, instead of any edit before; `null` undoes it. The stored bytes stay.',
      ),
    path: z.string().optional().describe('Another folder, by the rules of an upload; empty for none.'),
    name: z
      .string()
      .optional()
      .describe(
        'Another file name: made safe as that of an upload, with the extension of its type, and with a suffix where it is taken.',
      ),
  })
  // Without any of them the request would change nothing.
  .check(({ value, issues }) => {
    if (Object.values(value).every((part) => part === undefined))
      issues.push({ code: 'invalid_type', expected: 'array', input: undefined, path: ['tags'] });
  });

export type PatchImageBody = z.infer<typeof patchImageBodySchema>;

export type ImagesQuery = z.infer<typeof imagesQuerySchema>;
