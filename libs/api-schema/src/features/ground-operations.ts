import * as z from 'zod';
import { binary, json } from '../content.js';
import { invalid, usual } from '../error-example.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';

const version = {
  v: z
    .string()
    .optional()
    .describe('The version of the ground, as its style has it: the answer may then be kept for ever.'),
};

const common = {
  api: 'service',
  method: 'get',
  access: 'open',
  isPublic: true,
  reach: 'own',
  query: z.object(version),
} as const satisfies Partial<Operation>;

const headers = { ETag: 'Identifies the answer; for `If-None-Match`.' };
const notModified = { 304: { description: 'Nothing has changed since.' } };

const fontstack = {
  description: 'Names of fonts, separated by commas: the first one that the ground has.',
  example: 'Noto Sans Regular',
};

const sprite = { description: '`sprite`, or `sprite@2x` for dense screens.', example: 'sprite' };

const themeSchema = z.enum(['light', 'dark']);

export const groundStyleQuerySchema = z.object({
  theme: themeSchema.optional().describe('Default: `light`.'),
  language: z
    .string()
    .optional()
    .meta({ example: 'de' })
    .describe('Of the names of countries, as BCP 47 has it. Default: `en`.'),
  ...version,
});

const groundStyleSchema = z
  .looseObject({
    version: z.literal(8),
    name: z.string(),
    glyphs: z.string(),
    sprite: z.string(),
    sources: z.record(z.string(), z.looseObject({ type: z.string(), attribution: z.string() })),
    layers: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  })
  .meta({ id: 'GroundStyle' });

/** The base map of the world: what a style of MapLibre loads. */
export const groundOperations = [
  {
    ...common,
    id: 'getGroundTile',
    path: '/ground/{z}/{x}/{y}.mvt',
    summary: 'Get a tile of the ground',
    description:
      'A vector tile of land, lakes, rivers, borders, countries and places, from zoom 0 to 7: nearer, maps enlarge those of 7.',
    parameters: {
      z: { description: 'Zoom level, 0 to 30.', example: '4' },
      x: { description: 'Column, from the antimeridian to the east.', example: '8' },
      y: { description: 'Row, from the north.', example: '5' },
    },
    responses: {
      200: { description: 'The tile.', body: binary(['application/vnd.mapbox-vector-tile']), headers },
      204: { description: 'Nothing is in the tile.', headers },
      ...notModified,
    },
    errors: { 400: invalid('z', 'invalid-tile', 'must be a zoom level') },
  },
  {
    ...common,
    id: 'getGroundGlyphs',
    path: '/ground/fonts/{fontstack}/{range}.pbf',
    summary: 'Get glyphs of the ground',
    description: 'Signed distance fields of 256 characters, as map libraries draw text with.',
    parameters: {
      fontstack,
      range: { description: 'The first and the last code point.', example: '0-255' },
    },
    responses: {
      200: { description: 'The glyphs.', body: binary(['application/x-protobuf']), headers },
      ...notModified,
    },
    errors: {
      400: invalid(
        'range',
        'invalid-value',
        'must be 256 code points from a multiple of 256 on, such as 0-255',
      ),
      404: usual,
    },
  },
  {
    ...common,
    id: 'getGroundFont',
    path: '/ground/fonts/{file}.woff2',
    summary: 'Get a font of the ground',
    description: 'A part of a font, for `font-faces` of a style.',
    parameters: {
      file: { description: 'The name of the file, as the style has it.', example: 'noto-sans-latin-400' },
    },
    responses: { 200: { description: 'The font.', body: binary(['font/woff2']), headers }, ...notModified },
    errors: { 404: usual },
  },
  {
    ...common,
    id: 'getGroundSpriteIndex',
    path: '/ground/{sprite}.json',
    summary: 'Get what is where in the icons of the ground',
    parameters: { sprite },
    responses: {
      200: {
        description: 'The place of each icon in the picture, by its name.',
        body: json(z.record(z.string(), z.looseObject({})), { dot: { x: 0, y: 0, width: 24, height: 24 } }),
        headers,
      },
      ...notModified,
    },
    errors: { 404: usual },
  },
  {
    ...common,
    id: 'getGroundSprite',
    path: '/ground/{sprite}.png',
    summary: 'Get the icons of the ground',
    description: 'In one picture, as signed distance fields: a style colours them.',
    parameters: { sprite },
    responses: { 200: { description: 'The picture.', body: binary(['image/png']), headers }, ...notModified },
    errors: { 404: usual },
  },
  {
    ...common,
    id: 'getGroundStyle',
    path: '/ground/style.json',
    summary: 'Get the style of the ground',
    description:
      'By the MapLibre Style Specification: the base map alone. Its attribution must be shown with every map of it.',
    query: groundStyleQuerySchema,
    responses: {
      200: { description: 'The style.', body: json(groundStyleSchema, examples.groundStyle), headers },
      ...notModified,
    },
    errors: { 400: invalid('theme', 'invalid-value', 'must be one of `light`, `dark`') },
  },
] as const satisfies readonly Operation[];
