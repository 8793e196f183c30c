import * as z from 'zod';

const count = z.int().min(0);
const MAX_ZOOM = 16;

const zoom = z.int().min(0).max(MAX_ZOOM);

export const archiveQuerySchema = z.object({
  minzoom: zoom
    .optional()
    .describe('The lowest zoom with tiles. Default: 0, or `minTileLevel` of the space.'),
  maxzoom: zoom
    .optional()
    .meta({ example: 8 })
    .describe(
      'The highest zoom with tiles. Default: 10, or less: `maxTileLevel` of the space, or the highest zoom at which there are not too many tiles.',
    ),
});

/** How far an archive of tiles is. */
const tileArchiveProgressSchema = z
  .object({
    type: z.literal('TileArchiveProgress'),
    zoom: zoom.describe('Zooms are drawn one after the other.'),
    looked: count.describe('How many places of this zoom have been looked at.'),
    places: count.describe('How many there are: those below a tile with features.'),
    tiles: count.describe('Tiles so far, of all zooms.'),
  })
  .meta({ id: 'TileArchiveProgress' });

/** An archive of tiles that was made. */
export const tileArchiveSchema = z
  .object({
    type: z.literal('TileArchive'),
    url: z.string().describe('Where it is read, whole or in ranges.'),
    sizeInBytes: count,
    tiles: count,
    thinned: count.describe('Tiles that leave features out to keep their limits.'),
    minzoom: zoom,
    maxzoom: zoom,
    version: count.describe('The version of the space when the first tile was drawn.'),
    lastVersion: count.describe(
      'The version when the last tile was drawn. If it is greater, some tiles are newer than others.',
    ),
  })
  .meta({ id: 'TileArchive' });

/** Why an archive was not made after all, on the last line. */
const tileArchiveFailureSchema = z
  .object({ type: z.literal('TileArchiveFailure'), code: z.string(), message: z.string() })
  .meta({ id: 'TileArchiveFailure' });

export const tileArchiveLineSchema = z.union([
  tileArchiveProgressSchema,
  tileArchiveSchema,
  tileArchiveFailureSchema,
]);

export type TileArchiveProgressView = z.infer<typeof tileArchiveProgressSchema>;
export type TileArchiveView = z.infer<typeof tileArchiveSchema>;
export type TileArchiveFailureView = z.infer<typeof tileArchiveFailureSchema>;

export type ArchiveQuery = z.infer<typeof archiveQuerySchema>;
