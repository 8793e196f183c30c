import * as z from 'zod';
import { clustering } from './cluster-queries.js';
import { anyCase, filters, flag, limit, shown, text, version, words } from '../query-parts.js';

const margin = (most: number, otherwise: number) => ({
  margin: z
    .int()
    .min(0)
    .max(most)
    .optional()
    .describe(
      `How much more there is on each side, in pixels of a tile of 256; of a vector tile 256 at most. Default: ${otherwise}.`,
    ),
});

const thinning = {
  mode: words('raw', 'viz').describe(
    'Of a vector tile. `viz`: at most 30,000 features, or what `vizSampling` says.',
  ),
  vizSampling: words('off', 'low', 'med', 'high').describe(
    'With `mode=viz`: 15,000 features at most (`high`), 30,000 (`med`, the default), 50,000 (`low`, `off`).',
  ),
  tweaks: words('sampling', 'simplification', 'ensure').describe(
    'Of a vector tile. `sampling` leaves features out; the others make no difference.',
  ),
  'tweaks.strength': text
    .meta({ example: 'med' })
    .describe(
      '`low`, `lowmed`, `med`, `medhigh`, `high`, or so many percent of 50,000 features that a sampling leaves out, 1 to 100.',
    ),
  'tweaks.algorithm': text
    .meta({ example: 'distribution' })
    .describe('As XYZ Hub has it; makes no difference.'),
  'tweaks.defaultselection': flag.describe('As XYZ Hub has it; makes no difference.'),
  'tweaks.samplingthreshold': z
    .int()
    .min(10)
    .max(100)
    .optional()
    .describe('As XYZ Hub has it; makes no difference.'),
};

export const mapTileQuerySchema = z.object({
  ...margin(256, 4),
  ...clustering,
  clip: flag.describe(`\`false\`: shapes go on beyond the margin. ${anyCase} Default: true.`),
  ...limit,
  ...filters,
  selection: shown.selection,
  ...thinning,
  ...version,
});

export const mapQuerySchema = mapTileQuerySchema.omit({ version: true });

export const tileQuerySchema = z.object({
  ...margin(1_000_000, 0),
  ...clustering,
  clip: flag.describe(`Cuts geometries at the edges. ${anyCase} Default: true for vector tiles, else false.`),
  ...thinning,
  ...limit,
  ...filters,
  ...shown,
  ...version,
});

export type MapTileQuery = z.infer<typeof mapTileQuerySchema>;

export type MapQuery = z.infer<typeof mapQuerySchema>;
