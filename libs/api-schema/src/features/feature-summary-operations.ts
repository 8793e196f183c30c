import { binary, json, sequence } from '../content.js';
import { examples } from '../examples/examples.js';
import { countQuerySchema, exportQuerySchema, statisticsQuerySchema } from './feature-queries.js';
import {
  countResponseSchema,
  featureCollectionSchema,
  featureSchema,
  statisticsResponseSchema,
} from './features.js';
import type { Operation } from '../operation.js';
import { invalid, usual } from '../error-example.js';
import { forbidden, formatsNotInstalled, space } from '../error-cases.js';
import { GEOJSON, etag, common, notModified, missingIndex } from './feature-read-operations.js';

/** GPX, KML, GeoPackage, FlatGeobuf and GeoParquet. */
const fileTypes = [
  'application/gpx+xml',
  'application/vnd.google-earth.kml+xml',
  'application/geopackage+sqlite3',
  'application/flatgeobuf',
  'application/vnd.apache.parquet',
];

/** Counts, statistics and exports of features. */
export const featureSummaryOperations = [
  {
    ...common,
    id: 'countFeatures',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/count',
    summary: 'Count features',
    query: countQuerySchema,
    responses: {
      200: {
        description: 'How many there are.',
        body: json(countResponseSchema, examples.count),
        headers: { ...etag, ...missingIndex },
      },
      ...notModified,
    },
    errors: { 403: forbidden, 404: space, 428: usual },
  },
  {
    ...common,
    id: 'getStatistics',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/statistics',
    summary: 'Get statistics of a space',
    description:
      'Of all features in a time that does not depend on how many there are. With an area, filters, `groupBy`, `histogram` or `timeBuckets`, of the features that match, which are looked at.',
    query: statisticsQuerySchema,
    responses: {
      200: {
        description: 'What the features are like.',
        body: json(statisticsResponseSchema, examples.statistics),
        headers: etag,
      },
      ...notModified,
    },
    errors: {
      400: invalid('groupBy', 'invalid-member', 'must name a member, such as `p.size` or `f.updatedAt`'),
      403: forbidden,
      404: space,
      428: usual,
    },
  },
  {
    ...common,
    id: 'exportFeatures',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/export',
    summary: 'Export a space',
    description:
      'All features, or those that meet the conditions, as they are at one moment, by ascending id. Cells of CSV that a ' +
      'spreadsheet would run as a formula get an apostrophe in front.',
    headers: undefined,
    query: exportQuerySchema,
    responses: {
      200: {
        description: 'The file, sent while the features are read.',
        body: {
          ...json(featureCollectionSchema, examples.featureCollection, GEOJSON),
          ...sequence(
            featureSchema,
            [examples.feature],
            ['application/geo+json-seq', 'application/x-ndjson'],
          ),
          ...binary(['text/csv', ...fileTypes]),
        },
        headers: { 'Content-Disposition': 'Names the file after the title of the space.' },
      },
    },
    errors: {
      400: invalid(
        'f',
        'invalid-format',
        '`f` must be one of geojson, geojson-seq, ndjson, csv, gpx, kml, gpkg, fgb, parquet.',
      ),
      403: forbidden,
      404: space,
      428: usual,
      501: formatsNotInstalled,
    },
  },
] as const satisfies readonly Operation[];
