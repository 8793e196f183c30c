import * as z from 'zod';

// The domain enforces the limits; here they are only documented.
const words = z.string().meta({ minLength: 1, maxLength: 255 });
/** A path, or paths with their orders. */
const sortableProperty = z.union([words, z.record(z.string(), words)]);
const tileLevel = z.int().meta({ minimum: 0, maximum: 30 });
const cacheTTL = z.int().meta({ minimum: -1, maximum: 31_536_000_000 });

const licenses = [
  'AFL-3.0',
  'Apache-2.0',
  'Artistic-2.0',
  'BSL-1.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-3-Clause-Clear',
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'WTFPL',
  'ECL-1.0',
  'ECL-2.0',
  'EUPL-1.1',
  'AGPL-3.0-only',
  'GPL-2.0-only',
  'GPL-3.0-only',
  'LGPL-2.1-only',
  'LGPL-3.0-only',
  'ISC',
  'LPPL-1.3c',
  'MS-PL',
  'MIT',
  'MPL-2.0',
  'OSL-3.0',
  'PostgreSQL',
  'OFL-1.1',
  'NCSA',
  'Unlicense',
  'Zlib',
  'ODbL-1.0',
] as const;

/** The licences that a space can name. */
export const licenseSchema = z.enum(licenses).meta({ id: 'License' });

const copyright = z.object({ label: z.string().optional(), alt: z.string().optional() });
const tag = z.object({ version: z.int().optional(), description: z.string().optional() });

const descriptions = {
  shared: '`true`: everyone with a key or a token may read the features.',
  copyright: 'Who holds the rights on the content. At most 100.',
  license: 'The licence of the content.',
  client: 'Whatever the client keeps here, up to 1,024 bytes as JSON.',
  searchableProperties:
    'Paths of properties, to be indexed (`true`, at most 100) or not (`false`). At most 1,000. Indexes are built in the ' +
    'background; the statistics tell which are ready.',
  sortableProperties: 'Kept as they are. Results are sorted without them.',
  region: 'Where the content is, in words of the client; listings filter by it.',
  packages: 'The packages that the space is in. At most 100.',
  tags: 'Names for versions of the space; without `version` the latest. Not starting with a digit or `*`.',
  versionsToKeep: 'How many versions stay. Default: 1, the latest. Cannot go back to 1.',
  readOnly: '`true`: features cannot be written.',
  active: '`false`: features can be neither read nor written. A token sees and sets it with `adminSpaces`.',
  minTileLevel: 'The lowest zoom level of tiles that the content is made for; those below are empty.',
  maxTileLevel: 'The highest; those above are empty.',
  cacheTTL:
    'For how many milliseconds a vector tile may be shown without asking whether it changed; -1, the default: not at all.',
};

/** The settings of a space in responses: those that differ from the default. */
export const spaceSettingsShape = {
  shared: z.boolean().optional().describe(descriptions.shared),
  copyright: z.array(copyright).readonly().optional().describe(descriptions.copyright),
  license: licenseSchema.optional().describe(descriptions.license),
  client: z.record(z.string(), z.unknown()).optional().describe(descriptions.client),
  searchableProperties: z
    .record(z.string(), z.boolean())
    .optional()
    .describe(descriptions.searchableProperties),
  sortableProperties: z
    .array(z.array(sortableProperty).readonly())
    .readonly()
    .optional()
    .describe(descriptions.sortableProperties),
  region: words.optional().describe(descriptions.region),
  packages: z.array(words).readonly().optional().describe(descriptions.packages),
  tags: z.record(z.string(), tag).optional().describe(descriptions.tags),
  versionsToKeep: z.int().optional().describe(descriptions.versionsToKeep),
  readOnly: z.boolean().optional().describe(descriptions.readOnly),
  active: z.boolean().optional().describe(descriptions.active),
  minTileLevel: tileLevel.optional().describe(descriptions.minTileLevel),
  maxTileLevel: tileLevel.optional().describe(descriptions.maxTileLevel),
  cacheTTL: cacheTTL.optional().describe(descriptions.cacheTTL),
};

/** Only described here: the domain checks it, and reports it with all other faults. */
const givenLicense = z.string().meta({ enum: [...licenses] });

const given = {
  // A client of XYZ Hub sends the text.
  flag: z.preprocess(
    (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
    z.boolean(),
  ),
  copyright: z.object({
    label: z.string().nullable().exactOptional(),
    alt: z.string().nullable().exactOptional(),
  }),
  tag: z.object({
    version: z.int().nullable().exactOptional(),
    description: z.string().nullable().exactOptional(),
  }),
  versionsToKeep: z.int().meta({ minimum: 1, maximum: 1_000_000_001 }),
};

/** The settings of a space in requests. `null` stands for the default, in a patch also inside of an object. */
export const givenSpaceSettingsShape = {
  shared: given.flag.nullish().describe(descriptions.shared),
  copyright: z.array(given.copyright).nullish().describe(descriptions.copyright),
  license: givenLicense.nullish().describe(descriptions.license),
  client: z.record(z.string(), z.any()).nullish().describe(descriptions.client),
  searchableProperties: z
    .record(z.string(), z.boolean().nullable())
    .nullish()
    .describe(descriptions.searchableProperties),
  sortableProperties: z.array(z.array(sortableProperty)).nullish().describe(descriptions.sortableProperties),
  region: words.nullish().describe(descriptions.region),
  packages: z.array(words).nullish().describe(descriptions.packages),
  tags: z.record(z.string(), given.tag.nullable()).nullish().describe(descriptions.tags),
  versionsToKeep: given.versionsToKeep.nullish().describe(descriptions.versionsToKeep),
  readOnly: given.flag.nullish().describe(descriptions.readOnly),
  active: given.flag.nullish().describe(descriptions.active),
  minTileLevel: tileLevel.nullish().describe(descriptions.minTileLevel),
  maxTileLevel: tileLevel.nullish().describe(descriptions.maxTileLevel),
  cacheTTL: cacheTTL.nullish().describe(descriptions.cacheTTL),
};
