import * as z from 'zod';
import { flag, text, words } from '../query-parts.js';

const resolution = (least: number, most: number) => z.int().min(least).max(most).optional();

/** What a search in an area takes besides. The server reads it; here it is only documented. */
export const clustering = {
  clustering: words('hexbin', 'quadbin').describe(
    'Cells with counts instead of features: hexagons of H3, or tiles of Web Mercator. Each feature counts once, in the middle of its box.',
  ),
  'clustering.absoluteResolution': resolution(0, 18).describe(
    'The resolution of H3, or the zoom of the tiles. Default: by the zoom of the map.',
  ),
  'clustering.resolution': resolution(0, 18).describe(
    'Old name of `clustering.absoluteResolution` of hexagons, and of `clustering.relativeResolution` of tiles.',
  ),
  'clustering.relativeResolution': resolution(-2, 4).describe(
    'Added to it: -2 to 2 for hexagons, 0 to 4 for tiles.',
  ),
  'clustering.property': text.describe(
    'A property, such as `beds`: each cell has the `qty`, `min`, `max`, `sum`, `avg` and `median` of its numbers.',
  ),
  'clustering.weighting': words('none', 'area').describe(
    '`area`: an area counts in each cell by the part of it that is there, lines and points as ever. Not with `clustering.property`.',
  ),
  'clustering.pointmode': flag.describe('Of hexagons. `true` gives their centres as points.'),
  'clustering.singlecoord': flag.describe(
    'Of hexagons. `true` counts lines and areas at their first position.',
  ),
  'clustering.sampling': words('off', 'low', 'lowmed', 'med', 'medhigh', 'high').describe(
    'Of hexagons. Nothing is left out in any case.',
  ),
  'clustering.noBuffer': flag.describe('Of tiles. `true` leaves no gap between outlines.'),
  'clustering.countmode': words('real', 'estimated', 'mixed', 'bool').describe(
    'Of tiles. Counts are exact in any case; `bool` gives 1 for every tile with features.',
  ),
};
