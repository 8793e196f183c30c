import { binary, json, sequence } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  aroundQuerySchema,
  bboxQuerySchema,
  countQuerySchema,
  exportQuerySchema,
  featureQuerySchema,
  featuresQuerySchema,
  geometryQuerySchema,
  iterateQuerySchema,
  searchQuerySchema,
  statisticsQuerySchema,
} from './feature-queries.js';
import {
  countResponseSchema,
  featureCollectionSchema,
  featureSchema,
  givenGeometrySchema,
  statisticsResponseSchema,
} from './features.js';
import type { Operation } from '../operation.js';
import { emptyTile, vectorTile } from './tile-operations.js';
import { tileQuerySchema } from './tile-queries.js';

const spaceId = { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } };
const GEOJSON = ['application/geo+json'];
const etag = { ETag: 'Identifies the response; for `If-None-Match`.' };
const conditional = { 'If-None-Match': 'The `ETag` of an earlier response: 304 if nothing has changed.' };

const common = {
  api: 'spaces',
  method: 'get',
  access: 'optional',
  scope: 'spaces:read',
  parameters: spaceId,
  headers: conditional,
  errors: [403, 404, 428],
} as const satisfies Partial<Operation>;

const notModified = { 304: { description: 'Nothing has changed since.' } };
const found = {
  200: {
    description: 'The features.',
    body: json(featureCollectionSchema, examples.featureCollection, GEOJSON),
    headers: etag,
  },
};

const missingIndex = {
  'Cairn-Missing-Index':
    'Keys for `searchableProperties`, percent-encoded, with commas between them, up to 1,024 characters: an index of any of them would save reading all features of a large space. Absent if none is missing.',
};

/** Features that a search of the whole space found. */
const searched = { 200: { ...found[200], headers: { ...etag, ...missingIndex } } };

/** The operations that read features. */
export const featureReadOperations: readonly Operation[] = [
  {
    ...common,
    id: 'getFeatures',
    path: '/hub/spaces/{spaceId}/features',
    summary: 'Get features by their ids',
    description: 'Ids of which there is no feature are skipped.',
    query: featuresQuerySchema,
    responses: { ...found, ...notModified },
  },
  {
    ...common,
    id: 'getFeature',
    path: '/hub/spaces/{spaceId}/features/{featureId}',
    summary: 'Get a feature',
    parameters: {
      ...spaceId,
      featureId: { description: 'Identifier of the feature, percent-encoded.', example: examples.feature.id },
    },
    query: featureQuerySchema,
    responses: {
      200: {
        description: 'The feature.',
        body: json(featureSchema, examples.feature, GEOJSON),
        headers: { ETag: 'Identifies the feature as it is; for `If-None-Match` and `If-Match`.' },
      },
      ...notModified,
    },
  },
  {
    ...common,
    id: 'searchFeatures',
    path: '/hub/spaces/{spaceId}/search',
    summary: 'Search features',
    description: 'Features that meet all conditions, by ascending id or in the order of `sort`.',
    query: searchQuerySchema,
    responses: { ...searched, ...notModified },
  },
  {
    ...common,
    id: 'iterateFeatures',
    path: '/hub/spaces/{spaceId}/iterate',
    summary: 'Read all features page by page',
    description: 'By ascending id. Go on with `handle` until a page has none.',
    query: iterateQuerySchema,
    responses: { ...searched, ...notModified },
  },
  {
    ...common,
    id: 'getFeaturesInBbox',
    path: '/hub/spaces/{spaceId}/bbox',
    summary: 'Search features in a box',
    description: 'The corners may come in any order. A box does not go across the antimeridian.',
    query: bboxQuerySchema,
    responses: { ...found, ...notModified },
  },
  {
    ...common,
    id: 'getFeaturesInTile',
    path: '/hub/spaces/{spaceId}/tile/{type}/{tileId}',
    summary: 'Get a tile',
    description:
      'As GeoJSON; with the ending `.mvt`, or `Accept: application/vnd.mapbox-vector-tile`, as a vector tile, with `.mvtf` as ' +
      'one whose attributes are flat (`properties.size.height`).',
    parameters: {
      ...spaceId,
      type: { description: '`quadkey`, `web`, `tms` or `here`.', example: 'quadkey' },
      tileId: {
        description:
          'A quadkey; `level_x_y`, with y from the north (`web`) or from the south (`tms`); the number of a HERE tile.',
        example: '1202',
      },
    },
    query: tileQuerySchema,
    responses: {
      200: {
        ...found[200],
        body: { ...found[200].body, ...vectorTile.body },
        headers: vectorTile.headers,
      },
      ...emptyTile,
      ...notModified,
    },
  },
  {
    ...common,
    id: 'getFeaturesAround',
    path: '/hub/spaces/{spaceId}/spatial',
    summary: 'Search features around a place',
    description: 'Give `lat` and `lon`, or `refSpaceId` and `refFeatureId`, or `h3Index`.',
    query: aroundQuerySchema,
    responses: { ...found, ...notModified },
  },
  {
    ...common,
    id: 'postFeaturesAround',
    method: 'post',
    path: '/hub/spaces/{spaceId}/spatial',
    summary: 'Search features around a geometry',
    description: 'The geometry may have 12,000 positions.',
    query: geometryQuerySchema,
    headers: undefined,
    body: json(givenGeometrySchema, examples.geometry, ['application/json', ...GEOJSON]),
    responses: found,
    errors: [403, 404, 413, 415, 428],
  },
  {
    ...common,
    id: 'countFeatures',
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
  },
  {
    ...common,
    id: 'getStatistics',
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
  },
  {
    ...common,
    id: 'exportFeatures',
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
          ...binary(['text/csv']),
        },
        headers: { 'Content-Disposition': 'Names the file after the space.' },
      },
    },
  },
];
