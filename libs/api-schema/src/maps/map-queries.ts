import * as z from 'zod';
import { groundStyleQuerySchema } from '../features/ground-operations.js';
import { pageQuerySchema } from '../paging.js';
import { boxInQuery, filters, text } from '../query-parts.js';

const page = {
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
};

/** The secret of a link, or a key, for programs that send no headers. */
const credential = {
  access_token: z
    .string()
    .optional()
    .describe(
      'A key or the secret of a link, for programs that send no headers. Addresses in the answer have it.',
    ),
};

export const mapsQuerySchema = z.object({
  ...page,
  space: z.string().optional().describe('Maps with a layer of this space.'),
  ...credential,
});

export const readMapQuerySchema = z.object(credential);

export const webMapStyleQuerySchema = z.object({
  ...groundStyleQuerySchema.shape,
  ...credential,
});

export const exportMapQuerySchema = z.object({
  language: z
    .string()
    .optional()
    .meta({ example: 'de' })
    .describe('Of the page and of the names of countries, `en` or `de`. Default: by `Accept-Language`.'),
  ...credential,
});

const PICTURE_PIXELS = { least: 64, most: 2_000 };
const pixels = z.coerce.number().int().min(PICTURE_PIXELS.least).max(PICTURE_PIXELS.most).optional();

/** The size of a picture that no query asks for: that of Open Graph. */
export const MAP_PICTURE_SIZE = { width: 1_200, height: 630 } as const;

export const mapPictureQuerySchema = z.object({
  width: pixels.describe(`In pixels, 64 to 2000. Default: ${MAP_PICTURE_SIZE.width}.`),
  height: pixels.describe(`In pixels, 64 to 2000. Default: ${MAP_PICTURE_SIZE.height}.`),
  scale: z
    .enum(['1', '2'])
    .optional()
    .describe(
      'With `2`, texts and symbols are twice as large: for pictures that are shown smaller, or on dense screens. Default: `1`.',
    ),
  theme: groundStyleQuerySchema.shape.theme,
  language: groundStyleQuerySchema.shape.language,
  ...credential,
});

const shown = 'Only by what the layer shows.';
const filter = { 'p.name': text.describe(`${filters['p.name'].description} ${shown}`) };

export const layerTileQuerySchema = z.object({
  of: z
    .enum(['features', 'cells'])
    .optional()
    .describe('What is drawn, if the style of the layer draws both: `features`, the default, or `cells`.'),
  ...filter,
  ...credential,
});

export const layerFeaturesQuerySchema = z.object({
  ...page,
  bbox: boxInQuery.describe(
    'Features in this box: `west,south,east,north`. With `west` > `east` it crosses the antimeridian.',
  ),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Features that have this text in a property that the layer shows, in any case.'),
  ...filter,
  sort: text
    .meta({ example: 'p.beds:desc' })
    .describe(`Members to sort by, as a list: \`p.size:desc,f.id\`. ${shown}`),
  ...credential,
});
