import * as z from 'zod';
import { queryBooleanSchema } from '../query-boolean.js';
import { boxInQuery, LATITUDE, LONGITUDE, numbersInQuery } from '../query-parts.js';
import { visibilities } from './visibility.js';

export const imageTypes = [
  ...(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const),
  ...(['image/heic', 'image/jxl', 'image/tiff', 'image/bmp'] as const),
] as const;

export const searched = z.string().max(200).optional();
const rule =
  'must be a time such as `2026-01-02T03:04:05Z`, or a day such as `2026-01-02`, which begins in UTC';
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], rule).optional();

/** A list of words, each one of a few, separated by commas. */
export function wordList<const Words extends readonly [string, ...string[]]>(words: Words) {
  const wrong = `must be a list, separated by commas, of ${words.map((word) => `\`${word}\``).join(', ')}`;
  return z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(words, wrong)))
    .optional();
}

const day = z
  .string()
  .regex(
    /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
    'must be a day such as `2024-07-01`, a month such as `2024-07`, or a year',
  )
  .optional();
const byItsClock =
  'by the clock of the camera. A day such as `2024-07-01`, a month such as `2024-07`, or a year.';

export const LACKINGS = ['place', 'time', 'tags'] as const;
/** Half the way around the earth. */
export const MAX_RADIUS_METERS = 20_040_000;
export const DEFAULT_RADIUS_METERS = 1_000;
const radius = z.coerce.number().min(0).max(MAX_RADIUS_METERS).optional();

/** What images are filtered by. */
export const imageFilter = {
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
    'Images that have, for each of these words, a word that begins so in file name, tags, path, title or caption, whatever the case and accents.',
  ),
  type: wordList(imageTypes)
    .describe('Images of these media types, separated by commas.')
    .meta({ examples: ['image/jpeg,image/png'] }),
  visibility: wordList(visibilities)
    .describe('Images with one of these visibilities, separated by commas.')
    .meta({ examples: ['unlisted,private'] }),
  favourite: queryBooleanSchema
    .optional()
    .describe('`true` leaves out what is no favourite. Default: `false`.'),
  rating: z
    .enum(['-1', '1', '2', '3', '4', '5'])
    .transform(Number)
    .optional()
    .describe('Images with at least so many stars; `-1` for the rejected ones.'),
  from: time.describe('Images created at this time or later.'),
  to: time.describe('Images created before this time.'),
  takenFrom: day.describe(`Photos taken from this day on, ${byItsClock}`),
  takenTo: day.describe(`Photos taken until this day, which is included, ${byItsClock}`),
  bbox: boxInQuery.describe(
    'Photos taken in this box: `west,south,east,north`. With `west` > `east` it crosses the antimeridian.',
  ),
  near: numbersInQuery([LONGITUDE, LATITUDE], 'must be `longitude,latitude` in degrees')
    .describe('Photos taken at most `radius` from here: `longitude,latitude`.')
    .meta({ examples: ['8.54,47.37'] }),
  radius: radius.describe(`In metres, for \`near\`. Default: ${DEFAULT_RADIUS_METERS}.`),
  camera: z
    .string()
    .min(1)
    .max(250)
    .optional()
    .describe('Photos taken with this camera, as `GET /api/cameras` names it.'),
  without: wordList(LACKINGS)
    .describe('Images without a place, without a time, without tags; or several, separated by commas.')
    .meta({ examples: ['place,time'] }),
  addedBy: z
    .string()
    .regex(/^(?:user|key|link):[\w-]{1,58}$/, 'must be `user:ID`, `key:ID` or `link:ID`')
    .optional()
    .describe(
      'Images that this user or key, or the holders of this link, added: `user:ID`, `key:ID` or `link:ID`.',
    ),
  guest: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the identifier of a guest')
    .optional()
    .describe('Images that this guest added by a link.'),
};

/** What a query has of these. */
export type ImageFilterQuery = z.infer<z.ZodObject<typeof imageFilter>>;
