import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  aroundQuerySchema,
  bboxQuerySchema,
  featureQuerySchema,
  featuresQuerySchema,
  geometryQuerySchema,
  iterateQuerySchema,
  searchQuerySchema,
} from './feature-queries.js';
import { featureCollectionSchema, featureSchema, givenGeometrySchema } from './features.js';
import type { Operation } from '../operation.js';
import { emptyTile, vectorTile } from './tile-operations.js';
import { tileQuerySchema } from './tile-queries.js';
import { invalid, usual } from '../error-example.js';
import { compression, forbidden, searched as searchedError, space } from '../error-cases.js';

const spaceId = {
  spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id },
};
export const GEOJSON = ['application/geo+json'];
export const etag = { ETag: 'Identifies the response; for `If-None-Match`.' };
const conditional = { 'If-None-Match': 'The `ETag` of an earlier response: 304 if nothing has changed.' };

export const common = {
  api: 'spaces',
  method: 'get',
  access: 'optional',
  scope: 'spaces:read',
  parameters: spaceId,
  headers: conditional,
  errors: { 403: usual, 404: usual, 428: usual },
} as const satisfies Partial<Operation>;

export const notModified = { 304: { description: 'Nothing has changed since.' } };
const found = {
  200: {
    description: 'The features.',
    body: json(featureCollectionSchema, examples.featureCollection, GEOJSON),
    headers: etag,
  },
};

export const missingIndex = {
  'Cairn-Missing-Index':
    'Keys for `searchableProperties`, percent-encoded, with commas between them, up to 1,024 characters: an index of any of them would save reading all features of a large space. Absent if none is missing.',
};

/** Features that a search of the whole space found. */
const searched = { 200: { ...found[200], headers: { ...etag, ...missingIndex } } };

/** Reading features. */
export const featureReadOperations = [
  {
    ...common,
    id: 'getFeatures',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/features',
    summary: 'Get features by their ids',
    description: 'Ids of which there is no feature are skipped.',
    query: featuresQuerySchema,
    responses: { ...found, ...notModified },
    errors: {
      400: invalid('id', 'required', '`id` is missing: name the features, such as `id=a,b`.'),
      403: forbidden,
      404: space,
      428: usual,
    },
  },
  {
    ...common,
    id: 'getFeature',
    reach: 'spaces',
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
    errors: { 403: forbidden, 404: space, 428: usual },
  },
  {
    ...common,
    id: 'searchFeatures',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/search',
    summary: 'Search features',
    description: 'Features that meet all conditions, by ascending id or in the order of `sort`.',
    query: searchQuerySchema,
    responses: { ...searched, ...notModified },
    errors: { ...searchedError, 428: usual },
  },
  {
    ...common,
    id: 'iterateFeatures',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/iterate',
    summary: 'Read all features page by page',
    description:
      'By ascending id, or in the order of `sort`, where every page looks at all features that match. Go on with `handle` until a page has none.',
    query: iterateQuerySchema,
    responses: { ...searched, ...notModified },
    errors: { ...searchedError, 428: usual },
  },
  {
    ...common,
    id: 'getFeaturesInBbox',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/bbox',
    summary: 'Search features in a box',
    description: 'The corners may come in any order. A box does not go across the antimeridian.',
    query: bboxQuerySchema,
    responses: { ...found, ...notModified },
    errors: { ...searchedError, 428: usual },
  },
  {
    ...common,
    id: 'getFeaturesInTile',
    reach: 'spaces',
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
    errors: { ...searchedError, 428: usual },
  },
  {
    ...common,
    id: 'getFeaturesAround',
    reach: 'spaces',
    path: '/hub/spaces/{spaceId}/spatial',
    summary: 'Search features around a place',
    description: 'Give `lat` and `lon`, or `refSpaceId` and `refFeatureId`, or `h3Index`.',
    query: aroundQuerySchema,
    responses: { ...found, ...notModified },
    errors: { ...searchedError, 428: usual },
  },
  {
    ...common,
    id: 'postFeaturesAround',
    reach: 'spaces',
    method: 'post',
    path: '/hub/spaces/{spaceId}/spatial',
    summary: 'Search features around a geometry',
    description: 'The geometry may have 12,000 positions.',
    query: geometryQuerySchema,
    headers: undefined,
    body: json(givenGeometrySchema, examples.geometry, ['application/json', ...GEOJSON]),
    responses: found,
    errors: {
      ...searchedError,
      413: { code: 'body-too-large', detail: 'The body is larger than 1048576 bytes; send it in parts.' },
      415: compression,
      428: usual,
    },
  },
] as const satisfies readonly Operation[];
