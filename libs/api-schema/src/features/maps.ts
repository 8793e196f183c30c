import * as z from 'zod';

const zoom = z.int().min(0).max(30);

const layerSchema = z.object({
  id: z.string(),
  description: z.string().optional(),
  minzoom: zoom,
  maxzoom: zoom,
  fields: z.record(z.string(), z.string()).describe('The type of each attribute.'),
});

export const tileJsonSchema = z
  .object({
    tilejson: z.literal('3.0.0'),
    tiles: z.array(z.string()).describe('The address of tiles.'),
    name: z.string(),
    description: z.string().optional(),
    attribution: z.string().optional().describe('HTML.'),
    scheme: z.literal('xyz'),
    minzoom: zoom,
    maxzoom: zoom,
    bounds: z.array(z.number()).length(4).describe('West, south, east, north.'),
    center: z.array(z.number()).length(3).describe('Longitude, latitude, zoom.'),
    vector_layers: z.array(layerSchema),
  })
  .meta({ id: 'TileJson' });

/** TileJSON 3.0. */
export type TileJson = z.infer<typeof tileJsonSchema>;

const styleLayerSchema = z.object({
  id: z.string(),
  type: z.string(),
  source: z.string().optional(),
  'source-layer': z.string().optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  filter: z.unknown().optional(),
  layout: z.record(z.string(), z.unknown()).optional(),
  paint: z.record(z.string(), z.unknown()).optional(),
});

export const mapStyleSchema = z
  .object({
    version: z.literal(8),
    name: z.string(),
    center: z.array(z.number()).length(2),
    zoom: z.number(),
    bearing: z.number().optional(),
    pitch: z.number().optional(),
    sources: z.record(z.string(), z.looseObject({ type: z.string() })),
    glyphs: z.string().optional().describe('The address of the letters of labels.'),
    sprite: z.string().optional().describe('The address of the icons.'),
    'font-faces': z.record(z.string(), z.unknown()).optional(),
    layers: z.array(styleLayerSchema),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `cairn:layers`: the title of each layer of the map, and what its colors, icons and sizes mean. ' +
          'With `cairn:view`: `all` where a map has no view of its own, and all of its features are to be shown.',
      ),
  })
  .meta({ id: 'MapStyle' });

/** A style by the MapLibre Style Specification. */
export type MapStyle = z.infer<typeof mapStyleSchema>;
