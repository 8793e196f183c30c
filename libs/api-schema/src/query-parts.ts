import { filterOperatorList } from './filter-operators.js';
import * as z from 'zod';

/** A text that may be absent. */
export const text = z.string().optional();
/** One of a few words. */
export const words = <const T extends readonly [string, ...string[]]>(...known: T) =>
  z.enum(known).optional();
/** `true` or `false`. */
export const flag = z.boolean().optional();
/** How flags are read. */
export const anyCase = 'In any case; anything else is a 400.';

// The server reads these; here they are only documented.
/** What is shown of features. */
export const shown = {
  selection: text.describe(
    'Members to show, as a list: `p.name` for a property, `name` for a member of the feature, `!geometry` for no geometry. Default: all.',
  ),
  force2D: flag.describe(`\`true\` leaves altitudes out. ${anyCase}`),
};

/** The version that is read. */
export const version = {
  version: text
    .meta({ example: 'HEAD' })
    .describe('`HEAD`, or the current version of the space. Other versions are not kept.'),
};

/** Which features. */
export const filters = {
  tags: text.describe(
    '`a,b`: features with one of the tags. `a+b`: features with both. A plus in a tag is `%2B`.',
  ),
  'p.name': text.describe(
    `Features by the property \`name\`; so for every property: \`p.size>=5\`, \`p.name=a,b\`, \`p.a.b!=.null\`. ${filterOperatorList} A dot or an operator in a name is encoded: \`p.a%2Eb=1\`.`,
  ),
  'f.id': text.describe(
    'Features by a member that is no property: `f.id`, `f.createdAt`, `f.updatedAt`, `f.geometry.type`, `f.tags=cs=a`, with the same operators.',
  ),
};

/** How many features. */
export const limit = {
  limit: z.int().min(1).max(100_000).optional().describe('How many features at most. Default: 30000.'),
};

export const LONGITUDE = [-180, 180] as const;
export const LATITUDE = [-90, 90] as const;

/** Numbers separated by commas, each between the bounds at its place. */
export function numbersInQuery(bounds: readonly (readonly [least: number, most: number])[], wrong: string) {
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

/** `west,south,east,north`. */
export const boxInQuery = numbersInQuery(
  [LONGITUDE, LATITUDE, LONGITUDE, LATITUDE],
  'must be `west,south,east,north` in degrees, with longitudes from -180 to 180 and latitudes from -90 to 90',
).meta({ examples: ['8.4,47.3,8.7,47.5'] });
