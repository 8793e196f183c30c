import { layerStyleSchema, popupSchema } from '@cairn/map-style/schema';
import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';
import { layerFilterSchema } from './layer-filter.js';

const title = z.string().describe('1 to 200 characters.');
const description = z.string().describe('At most 10,000 characters, in one or several lines.');
const view = z
  .strictObject({
    longitude: z.number(),
    latitude: z.number(),
    zoom: z.number().describe('0 to 24.'),
    bearing: z
      .number()
      .optional()
      .describe('The direction that is up, clockwise from north, -180 to 180. Default: 0.'),
    pitch: z.number().optional().describe('The tilt in degrees, 0 to 85. Default: 0.'),
  })
  .describe('Where the map begins.');
const baseMap = z
  .enum(['ground', 'none'])
  .describe('What is below the layers: the ground of this service, or nothing.');
const isPublic = z
  .boolean()
  .describe(
    'Whether anybody may read it, without a key: at `/m/{id}`, and by its style, tiles and features.',
  );
const space = z.string().describe('Identifier of a space.');
const table = z.array(z.string()).describe('Properties that are columns of the table, in this order.');
const visible = z.boolean().describe('Whether it is shown when the map is opened.');

/** A layer as a map has it. */
export const mapLayerRecordSchema = z
  .object({
    id: z.string().describe('Among the layers of the map.'),
    title: z.string(),
    space: space
      .optional()
      .describe(
        'Identifier of the space that its features are of. This, `filter` and `sharedBy` are left out for those who may only look at the map.',
      ),
    filter: layerFilterSchema.optional().describe('Which features it has; all, where it is absent.'),
    style: layerStyleSchema,
    popup: popupSchema.optional(),
    table: table.optional(),
    visible,
    sharedBy: z
      .string()
      .optional()
      .describe(
        'Who has put a space of another account into the map, as `user:ID`. Others see the layer while they may share the space.',
      ),
    isGone: z
      .boolean()
      .describe('Whether it shows nothing any more: its space was deleted, or may not be shown by this map.'),
  })
  .meta({ id: 'MapLayer' });

export type MapLayerRecord = z.infer<typeof mapLayerRecordSchema>;

const listed = {
  id: z.string(),
  title,
  description,
  view: view.nullable().describe('Where the map begins; `null` for where all of it is in view.'),
  baseMap,
  public: isPublic,
  version: z.int().min(0).describe('One more with every change.'),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

export const mapRecordSchema = z
  .object({
    ...listed,
    layers: z.array(mapLayerRecordSchema).describe('The first one is the lowest.'),
  })
  .meta({ id: 'MapRecord' });

export type MapRecord = z.infer<typeof mapRecordSchema>;

export const mapSummarySchema = z
  .object({ ...listed, layerCount: z.int().min(0) })
  .meta({ id: 'MapSummary' });

export type MapSummary = z.infer<typeof mapSummarySchema>;

export const mapPageSchema = z
  .object({
    maps: z.array(mapSummarySchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'MapPage' });

export type MapPage = z.infer<typeof mapPageSchema>;

/** A layer as a request has it. */
export const givenLayerSchema = z
  .strictObject({
    id: z
      .string()
      .optional()
      .describe(
        '1 to 40 characters of A-Z, a-z, 0-9, `_` and `-`. That of a layer that the map has keeps it that one.',
      ),
    title: z.string().optional().describe('At most 200 characters. Default: the title of the space.'),
    space,
    filter: z
      .union([z.string(), layerFilterSchema])
      .optional()
      .describe(
        'Which features: all by default. Also as in the address of a search: `p.people>=1000&tags=town`.',
      ),
    style: layerStyleSchema
      .optional()
      .describe(
        'Default: as the features of the space suggest, with the popup that they suggest, if none is given.',
      ),
    popup: popupSchema.optional(),
    table: table.optional(),
    visible: visible.optional().describe('Whether it is shown when the map is opened. Default: `true`.'),
  })
  .meta({ id: 'GivenLayer' });

export type GivenLayer = z.infer<typeof givenLayerSchema>;

const layers = z.array(givenLayerSchema).describe('At most 50. The first one is the lowest.');

export const createMapBodySchema = z.strictObject({
  title,
  description: description.optional(),
  layers: layers.optional(),
  view: view.optional(),
  baseMap: baseMap.optional().describe('Default: `ground`.'),
  public: isPublic
    .optional()
    .describe(
      'Whether anybody may read it. Only who may share maps of the account makes one public. Default: `false`.',
    ),
});

export type CreateMapBody = z.infer<typeof createMapBodySchema>;

export const patchMapBodySchema = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    layers: layers.optional().describe('All of them, in their order.'),
    view: view.nullable().optional().describe('`null` for where all of it is in view.'),
    baseMap: baseMap.nullable().optional().describe('`null` for the default.'),
    public: isPublic
      .optional()
      .describe('Whether anybody may read it. Only who may share the map changes it.'),
  })
  // Without any of them the request would change nothing.
  .check(({ value, issues }) => {
    if (Object.values(value).every((part) => part === undefined))
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['title'] });
  });

export type PatchMapBody = z.infer<typeof patchMapBodySchema>;
