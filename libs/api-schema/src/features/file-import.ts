import * as z from 'zod';
import { anyCase, flag, text, words } from '../query-parts.js';
import { givenSingleFeatureSchema } from './features.js';

/** What features are read from, as answers name it. */
const READ_FORMATS = [
  'geojson',
  'csv',
  'xlsx',
  'gpx',
  'kml',
  'shapefile',
  'gpkg',
  'fgb',
  'topojson',
] as const;

/** The format of a file of features. TSV is CSV with tabs, KMZ is KML, and a shapefile comes in a ZIP. */
export type ReadFormat = (typeof READ_FORMATS)[number];

/** Other words for formats, and the formats that they mean. */
const OTHER_WORDS = { tsv: 'csv', kmz: 'kml', geopackage: 'gpkg', flatgeobuf: 'fgb' } as const;

/** A format as a request may name it. */
export type ReadFormatWord = ReadFormat | keyof typeof OTHER_WORDS;

/** The words for formats, and the format that each means. */
export const READ_FORMAT_WORDS: Readonly<Record<ReadFormatWord, ReadFormat>> = {
  geojson: 'geojson',
  csv: 'csv',
  xlsx: 'xlsx',
  gpx: 'gpx',
  kml: 'kml',
  shapefile: 'shapefile',
  gpkg: 'gpkg',
  fgb: 'fgb',
  topojson: 'topojson',
  ...OTHER_WORDS,
};

const count = z.int().min(0);
const formatSchema = z.enum(READ_FORMATS).describe('TSV is `csv` with tabs, KMZ is `kml`.');
const separatorSchema = z.enum([',', ';', '\t', '|']);
const decimalSchema = z.enum(['.', ',']);
const columnTypeSchema = z.enum(['text', 'number', 'boolean', 'json']);

const placeSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('coordinates'), x: z.string(), y: z.string() }),
    z.strictObject({
      kind: z.literal('pair'),
      column: z.string(),
      order: z.enum(['lat-lon', 'lon-lat']),
    }),
    z.strictObject({ kind: z.literal('wkt'), column: z.string() }),
    z.strictObject({ kind: z.literal('geojson'), column: z.string() }),
    z.strictObject({ kind: z.literal('none') }),
  ])
  .meta({ id: 'FilePlace' })
  .describe(
    'The columns of a table that say where something is: `x` and `y` in the reference system of the file, both in one column, WKT, or GeoJSON.',
  );

/** How a file is read where that is not as it was found. The format itself is `f`. */
export const fileMappingSchema = z.strictObject({
  encoding: z.string().optional(),
  separator: separatorSchema.optional(),
  decimal: decimalSchema.optional(),
  header: z.boolean().optional(),
  layer: z.string().optional(),
  crs: z.string().optional(),
  place: placeSchema.optional(),
  id: z.string().nullable().optional(),
  columns: z
    .record(
      z.string(),
      z.strictObject({
        as: z.string().optional(),
        type: columnTypeSchema.optional(),
        omit: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** What somebody chose where it was found wrongly, or cannot be found. */
export type FileMapping = z.infer<typeof fileMappingSchema>;

const crs = {
  crs: z
    .string()
    .nullable()
    .describe(
      'The reference system of the coordinates, such as `EPSG:2056`; null if it has to be chosen, because neither the file nor its coordinates say it.',
    ),
  crsName: z.string().optional(),
  accuracyInMeters: z
    .number()
    .optional()
    .describe('How far places may be off after the change to WGS 84, where that is more than 0.1 m.'),
};

const faults = {
  faults: z
    .array(
      z.object({
        line: count.describe('Its line, row or number in the file, from 1.'),
        reason: z.string(),
      }),
    )
    .describe('Why there is no feature at a place of the file: the first ones, up to 100, by line.'),
};

const content = {
  format: formatSchema,
  ...crs,
  encoding: z
    .string()
    .optional()
    .describe('Of its texts, as the Encoding Standard names it; absent for formats that have only one.'),
  separator: separatorSchema.optional(),
  decimal: decimalSchema.optional().describe('The decimal separator of numbers.'),
  header: z.boolean().optional().describe('Whether the first row has the names of the columns.'),
  layers: z
    .array(z.object({ name: z.string(), count: count.optional() }))
    .optional()
    .describe('The sheets, tables or layers that can be chosen.'),
  layer: z.string().optional().describe('The chosen one.'),
  columns: z
    .array(z.object({ name: z.string(), type: columnTypeSchema, as: z.string(), omit: z.boolean() }))
    .describe('Columns of a table, or properties of features; `as` is the name of the property.'),
  place: placeSchema.optional(),
  id: z.string().optional().describe('The column or property with identifiers.'),
  count: count.optional().describe('Features, where that is known without reading all of the file.'),
};

const contentSchema = z.object(content).meta({ id: 'FileContent' });

/** What a file has, and how it would be imported. */
export const filePreviewSchema = z
  .object({
    type: z.literal('FilePreview'),
    ...content,
    features: z
      .array(givenSingleFeatureSchema)
      .describe('The first features as they would be imported, up to 10.'),
    ...faults,
  })
  .meta({ id: 'FilePreview' });

export type FilePreview = z.infer<typeof filePreviewSchema>;

const counts = {
  inserted: count,
  updated: count,
  unmodified: count.describe('Features that were stored as they are already.'),
  merged: count
    .optional()
    .describe(
      'With `repeatedIds=last`: features that took the place of one of the same id that came before, and are counted here alone. Absent if there are none.',
    ),
  numbered: count
    .optional()
    .describe('With `repeatedIds=number`: features that got an id with a number. Absent if there are none.'),
  failed: count.describe('Places of the file of which nothing was stored.'),
  version: count.describe('The version of the space after the last stored chunk.'),
};

/** How far the import of a file is. Everything that it counts is stored, unless it is a dry run. */
const fileProgressSchema = z
  .object({
    type: z.literal('ImportProgress'),
    read: count.describe('Features that were looked at.'),
    ...counts,
  })
  .meta({ id: 'FileImportProgress' });

export type FileImportProgress = z.infer<typeof fileProgressSchema>;

/** What came of the import of a file. */
export const fileImportSchema = z
  .object({
    type: z.literal('FileImport'),
    format: formatSchema,
    ...crs,
    imported: count.describe('`inserted`, `updated` and `unmodified` together.'),
    ...counts,
    ...faults,
    dryRun: z.literal(true).optional().describe('Nothing is stored: this is what an import would do.'),
    end: z
      .enum(['complete', 'broken', 'failed'])
      .describe(
        '`complete`: the whole file was looked at. `broken`: the file turned out to be broken, and what came before that is stored, or an id came twice with `repeatedIds=stop`. `failed`: the client went away, or the store failed.',
      ),
    reason: z
      .object({
        code: z.string(),
        message: z.string(),
        id: z.string().optional().describe('That came twice, with the code `repeated-id`.'),
      })
      .optional()
      .describe('Why an import ended that is not complete.'),
    content: contentSchema.describe('How the file was read.'),
  })
  .meta({ id: 'FileImport' });

export type FileImportReport = z.infer<typeof fileImportSchema>;

/** A line of the progress of an import; the last one is its report. */
export const fileImportLineSchema = z.union([fileProgressSchema, fileImportSchema]);

const formatWords = Object.keys(READ_FORMAT_WORDS) as [ReadFormatWord, ...ReadFormatWord[]]; // it has no other keys

export const importFileQuerySchema = z.object({
  name: text
    .meta({ example: 'trees.csv' })
    .describe('The name of the file. Its ending tells the format where the content does not.'),
  f: words(...formatWords).describe(
    'The format. By default it is found by the content, the `Content-Type` and the name.',
  ),
  mapping: text
    .meta({ example: '{"crs":"EPSG:2056","id":"number"}' })
    .describe(
      'JSON with what is to be read otherwise than it was found: `encoding`, `separator`, `decimal`, `header`, `layer`, `crs`, `place` and `id` as a preview has them, with `id` null for none, and `columns`, an object with `as`, `type` and `omit` for names of columns.',
    ),
  preview: flag.describe(
    `\`true\` stores nothing, and answers what the file has and how it would be read. ${anyCase}`,
  ),
  dryRun: flag.describe(`\`true\` stores nothing, and answers what an import would do. ${anyCase}`),
  broken: words('refuse', 'keep').describe(
    'What is done with a file that turns out to be broken. `refuse` (the default): it is read to its end before anything is stored. `keep`: what comes before that is stored.',
  ),
  e: words('patch', 'replace', 'retain', 'error').describe(
    'What is done with a feature that exists. Default: `replace`.',
  ),
  ne: words('create', 'retain', 'error').describe(
    'What is done with a feature that does not exist. Default: `create`.',
  ),
  prefixId: text.describe('Put in front of every id.'),
  repeatedIds: words('last', 'number', 'stop').describe(
    'Where an id comes twice, as in writing features. Without it nobody looks.',
  ),
});
