import * as z from 'zod';
import { imageMetadataSchema } from './image-details.js';
import { imageRecordSchema } from './images.js';
import { MAX_PAGE_SIZE, pageQuerySchema } from '../paging.js';
import { queryBooleanSchema } from '../query-boolean.js';
import { IMAGE_EXTRAS, imageExtras, imageExtraTexts, imageSettings } from './image-members.js';
import { visibilities } from './visibility.js';

const limit = pageQuerySchema.shape.limit;
const searched = z.string().max(200).optional();

export const imageTypes = [
  ...(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const),
  ...(['image/heic', 'image/jxl', 'image/tiff', 'image/bmp'] as const),
] as const;

const rule =
  'must be a time such as `2026-01-02T03:04:05Z`, or a day such as `2026-01-02`, which begins in UTC';
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], rule).optional();

/** A list of words, each one of a few, separated by commas. */
function wordList<const Words extends readonly [string, ...string[]]>(words: Words) {
  const wrong = `must be a list, separated by commas, of ${words.map((word) => `\`${word}\``).join(', ')}`;
  return z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(words, wrong)))
    .optional();
}

const inclusions = ['file', 'placeholder', ...IMAGE_EXTRAS] as const;
const extrasText = IMAGE_EXTRAS.map((name) => `, \`${name}\` ${imageExtraTexts[name]}`).join('');
const inclusionsText = `What records have besides their own fields: \`file\` is what is known of the file, \`placeholder\` what to show until it has loaded${extrasText}`;

/** The additional fields of image records in an album. */
export const albumInclusionsSchema = wordList(inclusions)
  .describe(`${inclusionsText}.`)
  .meta({ examples: ['file'] });

const day = z
  .string()
  .regex(
    /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
    'must be a day such as `2024-07-01`, a month such as `2024-07`, or a year',
  )
  .optional();
const byItsClock =
  'by the clock of the camera. A day such as `2024-07-01`, a month such as `2024-07`, or a year.';

/** Numbers separated by commas, each between the bounds at its place. */
function numbers(bounds: readonly (readonly [least: number, most: number])[], wrong: string) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
    .refine(
      (values) =>
        values.length === bounds.length &&
        bounds.every(([least, most], index) => {
          const value = values[index] ?? Number.NaN;
          return value >= least && value <= most;
        }),
      wrong,
    )
    .optional();
}

const LONGITUDE = [-180, 180] as const;
const LATITUDE = [-90, 90] as const;
export const LACKINGS = ['place', 'time', 'tags'] as const;
/** Half the way around the earth. */
export const MAX_RADIUS_METERS = 20_040_000;
export const DEFAULT_RADIUS_METERS = 1_000;
const radius = z.coerce.number().min(0).max(MAX_RADIUS_METERS).optional();

/** What images are filtered by. */
const filter = {
  path: z.string().optional().describe('Images in this folder and below it, by whole segments.'),
  recursive: queryBooleanSchema
    .optional()
    .describe('`false` leaves out the folders below `path`. Default: `true`.'),
  tags: z.string().optional().describe('Images with these tags, separated by commas.'),
  tagMatch: z
    .enum(['all', 'any'])
    .optional()
    .describe('Whether an image has to have all of `tags`, or any. Default: `all`.'),
  q: searched.describe(
    'Images that have, for each of these words, a word that begins so in file name, tags or path, whatever the case and accents.',
  ),
  type: wordList(imageTypes)
    .describe('Images of these media types, separated by commas.')
    .meta({ examples: ['image/jpeg,image/png'] }),
  visibility: wordList(visibilities)
    .describe('Images with one of these visibilities, separated by commas.')
    .meta({ examples: ['unlisted,private'] }),
  from: time.describe('Images created at this time or later.'),
  to: time.describe('Images created before this time.'),
  takenFrom: day.describe(`Photos taken from this day on, ${byItsClock}`),
  takenTo: day.describe(`Photos taken until this day, which is included, ${byItsClock}`),
  bbox: numbers(
    [LONGITUDE, LATITUDE, LONGITUDE, LATITUDE],
    'must be `west,south,east,north` in degrees, with longitudes from -180 to 180 and latitudes from -90 to 90',
  )
    .describe(
      'Photos taken in this box: `west,south,east,north`. With `west` > `east` it crosses the antimeridian.',
    )
    .meta({ examples: ['8.4,47.3,8.7,47.5'] }),
  near: numbers([LONGITUDE, LATITUDE], 'must be `longitude,latitude` in degrees')
    .describe('Photos taken at most `radius` from here: `longitude,latitude`.')
    .meta({ examples: ['8.54,47.37'] }),
  radius: radius.describe(`In metres, for \`near\`. Default: ${DEFAULT_RADIUS_METERS}.`),
  camera: z
    .string()
    .max(250)
    .optional()
    .describe('Photos taken with this camera, as `GET /api/cameras` names it.'),
  without: wordList(LACKINGS)
    .describe('Images without a place, without a time, without tags; or several, separated by commas.')
    .meta({ examples: ['place,time'] }),
};

const cursor = z
  .string()
  .optional()
  .describe('Start of the page: the `nextCursor` of the previous one, unchanged.');

export const imagesQuerySchema = z.object({
  limit: limit.describe('Page size; 100 by default.'),
  cursor,
  ...filter,
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

export const daysQuerySchema = z.object({
  ...filter,
  cursor: z.string().optional().describe('The `nextCursor` of the answer before, unchanged.'),
});

/** In columns, as there are many days. */
export const dayListSchema = z
  .object({
    days: z
      .array(z.string())
      .describe('The days on which photos were taken, by the clock of the camera, latest first.'),
    counts: z.array(z.int().min(1)).describe('How many, for each day.'),
    ratios: z
      .array(z.number())
      .describe(
        'The sum of width by height of the upright images, for each day: what they need in rows of one height.',
      ),
    undated: z.int().min(0).describe('How many of the images have no time.'),
    nextCursor: z.string().optional().describe('For earlier days, if there are more than 10,000.'),
  })
  .meta({ id: 'DayList' });

export type DayList = z.infer<typeof dayListSchema>;

export const layoutQuerySchema = z.object({
  ...filter,
  limit: limit.describe('Page size; 1,000 by default.'),
  cursor,
});

/** In columns, for views of many images. */
export const imageLayoutSchema = z
  .object({
    ids: z.array(z.string()),
    urls: z.array(z.string()).describe('The address of each file.'),
    names: z.array(z.string()).describe('The name of each file.'),
    days: z.array(z.string()).describe('The day on which each was taken; empty without a time.'),
    ratios: z.array(z.number()).describe('Width by height of each upright image.'),
    colors: z.array(z.string()).describe('The dominant colour; empty until the image has been looked at.'),
    thumbhashes: z
      .array(z.string())
      .describe('A ThumbHash in base64; empty until the image has been looked at.'),
    types: z.array(z.enum(imageTypes)),
    visibilities: z.array(z.enum(visibilities)),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'ImageLayout' });

export type ImageLayout = z.infer<typeof imageLayoutSchema>;

export const camerasQuerySchema = z.object({
  limit: limit.describe('At most so many cameras; 100 by default.'),
});

export const cameraListSchema = z
  .object({ cameras: z.array(z.object({ camera: z.string(), count: z.int().min(1) })) })
  .meta({ id: 'CameraList' });

export type CameraList = z.infer<typeof cameraListSchema>;

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

/** What `daysQuerySchema` and `layoutQuerySchema` have in common with it. */
export type ImageFilterQuery = Omit<ImagesQuery, 'limit' | 'cursor' | 'sort' | 'include'>;
