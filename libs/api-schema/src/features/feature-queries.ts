import * as z from 'zod';
import { clustering } from './cluster-queries.js';
import { anyCase, filters, flag, limit, shown, text, version, words } from '../query-parts.js';

export const featuresQuerySchema = z.object({
  id: z.string().meta({ example: 'Q1,Q2' }).describe('Ids of features, with commas between them.'),
  ...shown,
  ...version,
});

export const featureQuerySchema = z.object({ ...shown, ...version });

const sort = {
  sort: text
    .meta({ example: 'p.beds:desc' })
    .describe('Members to sort by, as a list: `p.size:desc,f.id`. Default: by id.'),
};

export const searchQuerySchema = z.object({
  ...limit,
  ...filters,
  ...sort,
  ...shown,
  ...version,
});

export const iterateQuerySchema = z.object({
  ...limit,
  handle: text.describe('Where to go on: the `handle` of the page before. Repeat the other parameters.'),
  part: text
    .meta({ example: '1,2' })
    .describe('One of several parts of the space, to read them side by side: `2,4` is the second of four.'),
  ...filters,
  ...sort,
  ...shown,
  ...version,
});

const degrees = (most: number) => z.number().min(-most).max(most);
const example = (value: number) => ({ example: value });

const clip = { clip: flag.describe(`Cuts geometries at the edges. ${anyCase}`) };

export const bboxQuerySchema = z.object({
  west: degrees(180).meta(example(10)).describe('Longitude of a corner, -180 to 180.'),
  south: degrees(90).meta(example(46)).describe('Latitude of a corner, -90 to 90.'),
  east: degrees(180).meta(example(12)).describe('Longitude of the opposite corner.'),
  north: degrees(90).meta(example(48)).describe('Latitude of the opposite corner.'),
  ...clustering,
  ...clip,
  ...limit,
  ...filters,
  ...shown,
  ...version,
});

const areaClip = {
  clip: flag.describe(
    `Cuts geometries at the edges of the area: of a polygon, or of the circle around a point. ${anyCase}`,
  ),
};

const radius = {
  radius: z
    .number()
    .min(0)
    .optional()
    .describe('Features that are no farther away than that, in metres. Default: 0.'),
};

const relation = {
  relation: words('intersects', 'within', 'contains', 'disjoint').describe(
    '`intersects` (the default): features that have a point in common with the place; `within`: that lie in it; `contains`: that it lies in; `disjoint`: all others. Only `intersects` takes a radius.',
  ),
  distance: flag.describe(
    `\`true\` gives each feature its \`distance\` from the place in metres, in its namespace. ${anyCase}`,
  ),
};

export const aroundQuerySchema = z.object({
  lat: degrees(90).optional().meta(example(47)).describe('Latitude of a point.'),
  lon: degrees(180).optional().meta(example(11)).describe('Longitude of a point.'),
  refSpaceId: text.describe('The space of a feature to search around.'),
  refFeatureId: text.describe('The feature to search around.'),
  h3Index: text.describe('A cell of H3 to search in.'),
  ...radius,
  nearest: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('So many of the features nearest to the point, nearest first, with their distance.'),
  ...relation,
  ...areaClip,
  ...limit,
  ...filters,
  ...shown,
  ...version,
});

export const geometryQuerySchema = z.object({
  ...radius,
  ...relation,
  ...areaClip,
  ...limit,
  ...filters,
  ...shown,
  ...version,
});

export const countQuerySchema = z.object({ ...filters, ...version });

const shownCount = z.int().min(1).max(1_000).optional();
const edge = (most: number, what: string) => degrees(most).optional().describe(what);

export const statisticsQuerySchema = z.object({
  west: edge(180, 'Longitude of a corner of a box: statistics of the features in it. Give all four sides.'),
  south: edge(90, 'Latitude of a corner.'),
  east: edge(180, 'Longitude of the opposite corner.'),
  north: edge(90, 'Latitude of the opposite corner.'),
  ...filters,
  groupBy: text.meta({ example: 'p.name' }).describe('A member whose most frequent values are counted.'),
  top: shownCount.describe('How many values of `groupBy` are shown. Default: 10.'),
  histogram: text.meta({ example: 'p.beds' }).describe('A member whose numbers are counted in ranges.'),
  bins: shownCount.describe('How many ranges the `histogram` has. Default: 20.'),
  timeBuckets: text
    .meta({ example: 'f.updatedAt' })
    .describe('A member with dates, as ISO 8601 or in milliseconds since 1970, that are counted by periods.'),
  interval: words('year', 'month', 'day', 'hour').describe(
    'The periods of `timeBuckets`, in UTC. Default: `month`.',
  ),
  fastMode: flag.describe(`\`true\` leaves \`properties\` out. ${anyCase}`),
  ...version,
});

const tagChange = {
  addTags: text.describe('Tags that every feature gets, as a list.'),
  removeTags: text.describe('Tags that every feature loses, as a list.'),
};

const conflicts = {
  conflictDetection: flag.describe(
    `\`true\` refuses features that have changed since the \`version\` in their namespace. ${anyCase}`,
  ),
};

const prefix = { prefixId: text.describe('Put in front of every id.') };

const batch = {
  transactional: flag.describe(
    `\`false\` writes what can be written and lists the others as \`failed\`. ${anyCase} Default: all or nothing, but of an import, which \`true\` refuses.`,
  ),
};

const repeated = {
  repeatedIds: words('last', 'number', 'stop').describe(
    'Of an import, where an id comes twice. `last`: the later feature takes the place of the former, and is counted as `merged`. `number`: it gets an id with a number, such as `Q1-2`. `stop`: the import ends there. Without it nobody looks.',
  ),
};

const rule = {
  e: words('patch', 'replace', 'merge', 'delete', 'retain', 'error').describe(
    'What is done with a feature that exists: `patch` (the default of POST), `replace` (of PUT), `merge`, `delete`, `retain`, `error`.',
  ),
  ne: words('create', 'retain', 'error').describe(
    'What is done with a feature that does not exist: `create` (the default), `retain`, `error`.',
  ),
  cr: words('error', 'retain', 'replace').describe(
    'What `merge` does with a feature that has changed since: `error` (the default), `retain`, `replace`.',
  ),
};

export const putFeaturesQuerySchema = z.object({
  ...rule,
  ...tagChange,
  ...prefix,
  ...batch,
  ...conflicts,
  ...repeated,
});

export const postFeaturesQuerySchema = putFeaturesQuerySchema;

export const writeFeatureQuerySchema = z.object({ ...tagChange, ...prefix, ...conflicts });

export const deleteFeaturesQuerySchema = z.object({
  id: text
    .meta({ example: 'Q1,Q2' })
    .describe('Ids of features, with commas between them. `*` alone: all features.'),
  eraseContent: flag.describe(`\`true\` deletes all features, or all for which the filters hold. ${anyCase}`),
  ...filters,
});

export const exportQuerySchema = z.object({
  f: words('geojson', 'geojson-seq', 'ndjson', 'csv', 'gpx', 'kml', 'gpkg', 'fgb', 'parquet').describe(
    '`geojson`: a FeatureCollection; `geojson-seq`: records (RFC 8142); `ndjson`: a feature on each line; `csv`: a table with the geometry as WKT; `gpx`; `kml`; `gpkg`: GeoPackage; `fgb`: FlatGeobuf; `parquet`: GeoParquet. Default: `geojson`.',
  ),
  selection: text
    .meta({ example: 'p.name,p.beds' })
    .describe('Properties to take, as a list, each with `p.` in front. Default: all.'),
  ...filters,
  handle: text.describe('Of `iterate`: only the features behind it.'),
});

export type FeatureFilterQuery = z.infer<typeof countQuerySchema>;

export type SearchQuery = z.infer<typeof searchQuerySchema>;

export type IterateQuery = z.infer<typeof iterateQuerySchema>;

export type BboxQuery = z.infer<typeof bboxQuerySchema>;

export type AroundQuery = z.infer<typeof aroundQuerySchema>;

export type GeometryQuery = z.infer<typeof geometryQuerySchema>;

export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>;

export type ExportQuery = z.infer<typeof exportQuerySchema>;

export type PutFeaturesQuery = z.infer<typeof putFeaturesQuerySchema>;

export type PostFeaturesQuery = z.infer<typeof postFeaturesQuerySchema>;

export type WriteFeatureQuery = z.infer<typeof writeFeatureQuerySchema>;
