import * as z from 'zod';

const url = z
  .string()
  .describe(
    'The address of a MapLibre style, of pictures with `{z}`, `{x}` and `{y}`, or of a PMTiles archive of pictures: of https, of ' +
      'http at `localhost`, or a path of this service that begins with a slash.',
  );
const attribution = z.string();
const maxZoom = z.int().min(0).max(24);
const origins = z.array(z.string()).max(8);

/** A base map in place of the ground, which pages get from their server. */
export const baseMapSchema = z
  .object({
    kind: z
      .enum(['style', 'raster', 'pmtiles'])
      .describe('What is at the address: a MapLibre style, pictures, or an archive of such pictures.'),
    url,
    attribution: attribution.describe(
      'What must be shown with it: text, with links as `[text](https://example.org)`. Empty for a style that says it itself.',
    ),
    maxZoom: maxZoom.describe('The highest zoom that there are pictures of.'),
  })
  .meta({ id: 'BaseMap' });

export type BaseMap = z.infer<typeof baseMapSchema>;

export const accountBaseMapSchema = baseMapSchema
  .extend({ origins: z.array(z.string()).describe('What pages load it from, besides this service.') })
  .meta({ id: 'AccountBaseMap' });

// The domain enforces what the texts hold.
export const putBaseMapSchema = z
  .strictObject({
    url,
    attribution: attribution
      .optional()
      .describe(
        'Text, with links as `[text](https://example.org)`. Required, but for a style that says it itself.',
      ),
    maxZoom: maxZoom.optional().describe('The highest zoom that there are pictures of. Default: 19.'),
    origins: origins
      .optional()
      .describe('Origins that a style loads from besides its own, such as `https://fonts.example.org`.'),
  })
  .meta({ id: 'PutBaseMap' });
